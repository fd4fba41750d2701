import CollaborationModels
import CollaborationServer

@testable import DocumentServer

extension InMemoryParticipantStore: PagedParticipantStore {
    /// Sorts all participants.
    public func participants(
        in collaboration: CollaborationIdentifier,
        after last: Person.Identity?,
        limit: Int
    ) async throws -> (participants: [Participant], last: Person.Identity?) {
        let rest = await participants(in: collaboration)
            .filter { last.map($0.identity.isAfter) ?? true }
            .sorted { $1.identity.isAfter($0.identity) }
        return (Array(rest.prefix(limit)), rest.count < limit ? nil : rest[limit - 1].identity)
    }

    /// Sorts all collaborations.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        Array(await collaborations(of: account).filter { $0 > last }.sorted().prefix(limit))
    }
}

extension Person.Identity {
    fileprivate func isAfter(_ other: Person.Identity) -> Bool {
        other.rootHash.lexicographicallyPrecedes(rootHash)
    }
}
