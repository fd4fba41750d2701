import CollaborationModels
import CollaborationServer

/// A store whose connection breaks after each pairing is done, before its outcome is told.
struct AnswerLosingStore: ParticipantStore {
    let store: InMemoryParticipantStore

    func pair(_ pairing: Pairing) async throws -> PairingOutcome {
        _ = await store.pair(pairing)
        throw BrokenStore.Failure()
    }

    func update(_ update: ParticipantsUpdate) async -> Set<AccountIdentifier> { await store.update(update) }
    func accounts(in collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await store.accounts(in: collaboration)
    }
    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> { await store.identities(of: account, in: collaboration) }
    func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await store.removeAll(from: collaboration)
    }
}
