import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// A store that passes every call to one closure, which may fail it, delay it or change it.
struct InterceptedStore: ParticipantStore {
    struct Failure: Error {}

    var identifier = StoreIdentifier()
    let body: @Sendable (StoreOperation) async throws -> StoreResult

    /// A store whose database cannot be reached.
    static let unreachable = InterceptedStore { _ in throw Failure() }

    /// A store that performs each pairing, but fails to report its outcome.
    static func losingReplies(of store: InMemoryParticipantStore) -> InterceptedStore {
        InterceptedStore(identifier: store.identifier) { operation in
            let result = try await operation.perform(on: store)
            if case .pair = operation { throw Failure() }
            return result
        }
    }

    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        try await accounts(.update(update))
    }

    func pair(_ pairing: Pairing) async throws -> PairingOutcome {
        guard case .outcome(let outcome) = try await body(.pair(pairing)) else { throw Failure() }
        return outcome
    }

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await identities(.identities(account, collaboration))
    }

    func participants(in collaboration: CollaborationIdentifier) async throws -> Set<Participant> {
        let result = try await body(.participants(collaboration))
        guard case .participants(let participants) = result else { throw Failure() }
        return participants
    }

    func collaborations(of account: AccountIdentifier) async throws -> Set<CollaborationIdentifier> {
        let result = try await body(.collaborations(account))
        guard case .collaborations(let collaborations) = result else { throw Failure() }
        return collaborations
    }

    func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async throws -> Set<Person.Identity> {
        try await identities(.remove(account, collaboration, keepingIdentities: keepingIdentities))
    }

    func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await self.identities(.removeUnproven(identities, collaboration))
    }

    func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await accounts(.removeAll(collaboration))
    }

    func forget(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await accounts(.forget(collaboration))
    }

    private func identities(_ operation: StoreOperation) async throws -> Set<Person.Identity> {
        guard case .identities(let identities) = try await body(operation) else { throw Failure() }
        return identities
    }

    private func accounts(_ operation: StoreOperation) async throws -> Set<AccountIdentifier> {
        guard case .accounts(let accounts) = try await body(operation) else { throw Failure() }
        return accounts
    }
}

/// How the collation of a database treats different names as the same.
enum Folding: String, CaseIterable, Sendable {
    case byCase
    case byNormalForm
    case bySpacesAtTheEnd

    enum Names: String, CaseIterable, Sendable {
        case accounts
        case collaborations
    }

    /// Makes a store that takes each name for the first one that it treats as the same.
    func store(foldingNamesOf names: Names) -> InterceptedStore {
        let store = InMemoryParticipantStore()
        let firstNames = Locked<[[UInt8]: String]>([:])
        let first = { @Sendable (name: String) in
            firstNames.withLock { firstNames in
                let folded = Array(fold(name).utf8)
                let first = firstNames[folded, default: name]
                firstNames[folded] = first
                return first
            }
        }
        return InterceptedStore { operation in
            let folded =
                switch names {
                case .accounts: operation.withNames(account: first)
                case .collaborations: operation.withNames(collaboration: first)
                }
            return try await folded.perform(on: store)
        }
    }

    private func fold(_ name: String) -> String {
        switch self {
        case .byCase: name.lowercased()
        case .byNormalForm: name.precomposedStringWithCanonicalMapping
        case .bySpacesAtTheEnd: String(name.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension StoreOperation {
    /// The same operation with other names.
    fileprivate func withNames(
        account: (String) -> String = { $0 },
        collaboration: (String) -> String = { $0 }
    ) -> StoreOperation {
        func named(_ name: AccountIdentifier) -> AccountIdentifier { .init(rawValue: account(name.rawValue)) }
        func named(_ name: CollaborationIdentifier) -> CollaborationIdentifier {
            .init(rawValue: collaboration(name.rawValue))
        }
        switch self {
        case .update(let update):
            return .update(
                ParticipantsUpdate(
                    collaborationIdentifier: named(update.collaborationIdentifier),
                    addedIdentities: update.addedIdentities,
                    removedIdentities: update.removedIdentities
                )
            )
        case .pair(let pairing):
            return .pair(
                Pairing(
                    collaborationIdentifier: named(pairing.collaborationIdentifier),
                    identity: pairing.identity,
                    account: named(pairing.account),
                    challengeUse: pairing.challengeUse,
                    policy: pairing.policy
                )
            )
        case .identities(let account, let collaboration):
            return .identities(named(account), named(collaboration))
        case .participants(let collaboration): return .participants(named(collaboration))
        case .collaborations(let account): return .collaborations(named(account))
        case .remove(let account, let collaboration, let keepingIdentities):
            return .remove(named(account), named(collaboration), keepingIdentities: keepingIdentities)
        case .removeUnproven(let identities, let collaboration):
            return .removeUnproven(identities, named(collaboration))
        case .removeAll(let collaboration): return .removeAll(named(collaboration))
        case .forget(let collaboration): return .forget(named(collaboration))
        }
    }
}
