import CollaborationModels
import CollaborationServer

/// A store whose database is away.
struct BrokenStore: ParticipantStore {
    struct Failure: Error {}

    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> { throw Failure() }
    func pair(_ pairing: Pairing) async throws -> PairingOutcome { throw Failure() }
    func accounts(in collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        throw Failure()
    }
    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> { throw Failure() }
    func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        throw Failure()
    }
}
