import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird

/// Decisions about single people: by the back end, and by the owner, or by the back end for the owner.
extension Routes {
    func addPeopleRoutes(to router: RouterGroup<AppContext>) {
        router.get("collaborations/:collaboration/people") { request, context in
            let collaboration = try context.collaboration
            if case .account(let account) = try context.actor(of: request) {
                guard try await access(of: account, to: collaboration).isOwner else {
                    throw CollaborationError.refused(.notOwner)
                }
            }
            guard let people = try await collaborations[collaboration].people() else {
                throw CollaborationError.refused(.notStarted)
            }
            return Response(json: PeopleBody(people))
        }
        router.put("collaborations/:collaboration/selections/:account") { request, context in
            let (actor, account) = (try context.actor(of: request), try context.namedAccount)
            let message = try StartRequest(json: try await body(of: request, context))
            let options = Set(message.selectedOptions)
            return try await act(request, context, sets: [.init(.selectedFor(account, options))]) {
                try await $0.select(options, for: account, by: actor)
            }
        }
        typealias Decision = @Sendable (Collaboration, AccountIdentifier, Collaboration.Actor) async throws -> Change
        /// Adds the route of a decision about the account that the path names.
        func add(
            _ method: HTTPRequest.Method,
            _ name: String,
            sets event: @escaping @Sendable (AccountIdentifier) -> AuditLine.Event?,
            decide: @escaping Decision
        ) {
            router.on("collaborations/:collaboration/\(name)/:account", method: method) { request, context in
                let (actor, account) = (try context.actor(of: request), try context.namedAccount)
                return try await act(request, context, sets: event(account).map { [$0] } ?? []) {
                    try await decide($0, account, actor)
                }
            }
        }
        // A participant does not become a guest.
        add(.put, "guests", sets: { _ in nil }, decide: { try await $0.admit(guest: $1, by: $2) })
        add(.delete, "accounts", sets: { .init(.accountRemoved($0)) }, decide: { try await $0.remove($1, by: $2) })
        add(.delete, "removals", sets: { .init(.readmitted($0)) }, decide: { try await $0.readmit($1, by: $2) })
        add(
            .delete,
            "selections",
            sets: { .init(.selectedFor($0, nil)) },
            decide: { try await $0.select(nil, for: $1, by: $2) }
        )
        add(
            .put,
            "owner",
            sets: { .init(kind: .transferred, account: $0) },
            decide: { try await $0.transfer(to: $1, by: $2) }
        )
    }
}

/// Everybody who has to do with a collaboration, as JSON; names and root hashes in the order of their bytes.
struct PeopleBody: Codable {
    struct Participant: Codable { let account: AccountIdentifier, rootHashes: [Data] }
    struct Selection: Codable { let account: AccountIdentifier, selectedOptions: [OptionIdentifier] }

    let owner: AccountIdentifier
    let participants: [Participant]
    let guests, removedAccounts: [AccountIdentifier]
    let selections: [Selection]
    let unprovenRootHashes: [Data]

    init(_ people: People) {
        func hashes(_ identities: Set<Person.Identity>) -> [Data] {
            IdentitiesAnswer(identities: identities).identities.map(\.rootHash)
        }
        owner = people.owner
        participants = people.participants.sorted { $0.key < $1.key }
            .map { Participant(account: $0.key, rootHashes: hashes($0.value)) }
        guests = people.guests.sorted()
        removedAccounts = people.removedAccounts.sorted()
        selections = people.selections.sorted { $0.key < $1.key }
            .map { Selection(account: $0.key, selectedOptions: $0.value.sorted()) }
        unprovenRootHashes = hashes(people.unprovenIdentities)
    }
}
