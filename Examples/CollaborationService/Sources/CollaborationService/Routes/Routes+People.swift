import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird

/// Decisions about single people: by the back end, and by the owner, or by the back end for the owner.
extension Routes {
    func addPeopleRoutes(to router: RouterGroup<AppContext>) {
        router.get("collaborations/:collaboration/people") { request, context in
            let collaboration = try context.collaboration
            // Before the question whose it is: a former owner must not see who came after the transfer.
            let people = try await collaborations[collaboration].people()
            if case .account(let account) = try context.actor(of: request) {
                guard try await access(of: account, to: collaboration).isOwner else {
                    throw CollaborationError.refused(.notOwner)
                }
            }
            guard let people else { throw CollaborationError.refused(.notStarted) }
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
        let decisions: [(HTTPRequest.Method, String, AuditLine.Event.Kind)] = [
            (.put, "guests", .guestAdmitted), (.delete, "accounts", .accountRemoved),
            (.delete, "removals", .readmitted), (.delete, "selections", .selectedFor), (.put, "owner", .transferred),
        ]
        for (method, name, kind) in decisions {
            router.on("collaborations/:collaboration/\(name)/:account", method: method) { request, context in
                let (actor, account) = (try context.actor(of: request), try context.namedAccount)
                let event = AuditLine.Event(kind: kind, account: account)
                // A participant does not become a guest.
                return try await act(request, context, sets: kind == .guestAdmitted ? [] : [event]) {
                    try await $0.decide(event, by: actor)
                }
            }
        }
    }
}

extension Collaboration {
    /// Decides about an account, or has it leave, as an event says; nil for an event of another kind.
    func decide(_ event: AuditLine.Event, by actor: Actor) async throws(CollaborationError) -> Change? {
        switch (event.kind, event.account) {
        case (.guestAdmitted, let account?): try await admit(guest: account, by: actor)
        case (.accountRemoved, let account?): try await remove(account, by: actor)
        case (.readmitted, let account?): try await readmit(account, by: actor)
        case (.selectedFor, let account?): try await select(event.options.map { Set($0) }, for: account, by: actor)
        case (.transferred, let account?): try await transfer(to: account, by: actor)
        case (.left, let account?): try await leave(as: account)
        default: nil
        }
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
