public import CollaborationModels
public import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PostgreSQLParticipantStore {
    /// Returns a page of the known identities of a collaboration, in the order of their bytes.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration.
    ///   - last: The last identity of the page before, which need not exist any more; nil for the first page.
    ///   - limit: How many rows are read. Those of removed identities are left out, so that a page may have fewer
    ///     participants, and none.
    /// - Returns: The participants, and the last identity of the page, removed or not; nil if this is the last page.
    /// - Throws: `PostgreSQLError` or `CancellationError`.
    public func participants(
        in collaboration: CollaborationIdentifier,
        after last: Person.Identity?,
        limit: Int
    ) async throws -> (participants: [Participant], last: Person.Identity?) {
        let query = PostgreSQLQuery(
            ParticipantStatements.participantPage,
            [
                "collaboration": .name(collaboration), "after": .bytes(last?.rootHash ?? Data([0])),
                "limit": .integer(Int64(limit)),
            ]
        )
        let rows = try await database.read(query)[0].rows
        let known = try rows.filter { try !$0.boolean(2) }.map(Participant.init(row:))
        let end = rows.count < limit ? nil : rows.last
        return (known, try end.map { try Person.Identity(column: $0.bytes(0)) })
    }

    /// Returns a page of the collaborations that an account has access to, in the order of their bytes.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - last: The last name of the page before; one zero byte for the first page, which no other name comes before,
    ///     except for an empty one.
    ///   - limit: The greatest number of collaborations.
    /// - Returns: The collaborations. If there are as many as the limit, there may be more.
    /// - Throws: `PostgreSQLError` or `CancellationError`.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        let query = PostgreSQLQuery(
            ParticipantStatements.collaborationPage,
            ["account": .name(account), "after": .name(last), "limit": .integer(Int64(limit))]
        )
        return try await database.read(query)[0].rows.map { try CollaborationIdentifier(bytes: $0.bytes(0)) }
    }
}
