import CollaborationModels
import CollaborationServer
import Foundation
import GRDB

extension SQLiteParticipantStore {
    /// Returns a page of the known identities of a collaboration, in the order of their bytes.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration.
    ///   - last: The last identity of the page before, which need not exist any more; nil for the first page.
    ///   - limit: How many rows are read. Those of removed identities are left out, so that a page may have fewer
    ///     participants, and none.
    /// - Returns: The participants, and the last identity of the page, removed or not; nil if this is the last page.
    /// - Throws: ``SQLiteDatabaseError`` or `CancellationError`.
    public func participants(
        in collaboration: CollaborationIdentifier,
        after last: Person.Identity?,
        limit: Int
    ) async throws -> (participants: [Participant], last: Person.Identity?) {
        try await database.read { database in
            let rows = try database.rows(
                .participantPage,
                [
                    "collaboration": collaboration.bytes, "after": last?.rootHash ?? Data([0]),
                    "limit": limit,
                ]
            )
            let known = try rows.filter { !$0["removed"] }.map(Participant.init(row:))
            let end = rows.count < limit ? nil : rows.last
            return (known, try end.map { try Person.Identity(storedBytes: $0["root_hash"]) })
        }
    }

    /// Returns a page of the collaborations that an account has access to, in the order of their bytes.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - last: The last name of the page before; one zero byte for the first page, which no other name comes before,
    ///     except for an empty one.
    ///   - limit: The greatest number of collaborations.
    /// - Returns: The collaborations. If there are as many as the limit, there may be more.
    /// - Throws: ``SQLiteDatabaseError`` or `CancellationError`.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await database.read { database in
            let arguments: StatementArguments = [
                "account": account.bytes, "after": last.bytes, "limit": limit,
            ]
            return try database.data(.collaborationPage, arguments).map(CollaborationIdentifier.init(bytes:))
        }
    }
}
