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
