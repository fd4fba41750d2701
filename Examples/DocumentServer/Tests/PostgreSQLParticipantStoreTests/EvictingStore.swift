import CollaborationModels
import CollaborationServer
import PostgreSQLParticipantStore

/// A store that evicts at each pairing, by the time of its challenge.
struct EvictingStore: ParticipantStore {
    let store: PostgreSQLParticipantStore

    var identifier: StoreIdentifier { store.identifier }

    func pair(_ pairing: Pairing) async throws -> PairingOutcome {
        let outcome = try await store.pair(pairing)
        try await store.evict(expiredBefore: pairing.challengeUse.date)
        return outcome
    }

    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        try await store.update(update)
    }

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await store.identities(of: account, in: collaboration)
    }

    func participants(in collaboration: CollaborationIdentifier) async throws -> Set<Participant> {
        try await store.participants(in: collaboration)
    }

    func collaborations(of account: AccountIdentifier) async throws -> Set<CollaborationIdentifier> {
        try await store.collaborations(of: account)
    }

    func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async throws -> Set<Person.Identity> {
        try await store.remove(account, from: collaboration, keepingIdentities: keepingIdentities)
    }

    func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await store.removeUnproven(identities, from: collaboration)
    }

    func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await store.removeAll(from: collaboration)
    }

    func forget(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await store.forget(collaboration)
    }
}
