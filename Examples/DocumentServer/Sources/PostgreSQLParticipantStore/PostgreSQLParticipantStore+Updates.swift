public import CollaborationModels
import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PostgreSQLParticipantStore {
    /// The largest number of identities in the life of a collaboration, known and removed ones together.
    static let maximumIdentityCount = Int64(ParticipantRoster.maximumIdentityCount)

    /// Adds the added identities, then removes the removed ones for good, with their pairings.
    ///
    /// - Throws: `ParticipantLimitError.collaborationTooLarge` if the collaboration would have too many identities; then
    ///   nothing has changed. Or what the database throws.
    public func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        let removed = Set(update.removedIdentities)
        let added = update.addedIdentities.filter { !removed.contains($0) }
        let collaboration = update.collaborationIdentifier
        return try await database.transaction { connection in
            try connection.add(added, to: collaboration)
            return removed.isEmpty ? [] : try connection.remove(removed, from: collaboration)
        }
    }
}

extension PostgreSQLConnection {
    fileprivate func add(
        _ identities: [Person.Identity],
        to collaboration: CollaborationIdentifier
    ) throws {
        guard !identities.isEmpty else { return }
        let values: [String: PostgreSQLValue] = [
            "collaboration": .name(collaboration), "root_hashes": .rootHashes(identities),
        ]
        let results = try run([
            PostgreSQLQuery(ParticipantStatements.known, values),
            PostgreSQLQuery(ParticipantStatements.add, values),
        ])
        let maximum = PostgreSQLParticipantStore.maximumIdentityCount
        guard try grow(collaboration, by: results[1].rowCount) <= maximum else {
            throw ParticipantLimitError.collaborationTooLarge(maximum: Int(maximum))
        }
    }

    /// Removes identities and returns the accounts that lost access.
    fileprivate func remove(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) throws -> Set<AccountIdentifier> {
        let values: [String: PostgreSQLValue] = [
            "collaboration": .name(collaboration), "root_hashes": .rootHashes(identities),
        ]
        let maximum = PostgreSQLValue.integer(PostgreSQLParticipantStore.maximumIdentityCount)
        let results = try run([
            PostgreSQLQuery(ParticipantStatements.accountsOfRemoved, values),
            PostgreSQLQuery(ParticipantStatements.remove, values),
            PostgreSQLQuery(
                ParticipantStatements.keepRemoved,
                values.merging(["maximum": maximum]) { $1 }
            ),
        ])
        _ = try grow(collaboration, by: results[2].rowCount)
        let affected = try results[0].accounts()
        guard !affected.isEmpty else { return [] }
        let names = affected.map { Data($0.rawValue.utf8) }
        let remaining = PostgreSQLQuery(
            ParticipantStatements.remaining,
            ["collaboration": .name(collaboration), "accounts": .arrayOfBytes(names)]
        )
        return affected.subtracting(try run(remaining).accounts())
    }

    /// Adds to the number of a collaboration's identities.
    ///
    /// - Returns: The number afterwards, or zero if there is nothing to add.
    fileprivate func grow(_ collaboration: CollaborationIdentifier, by count: Int) throws -> Int64 {
        guard count > 0 else { return 0 }
        let values: [String: PostgreSQLValue] = [
            "collaboration": .name(collaboration), "count": .integer(Int64(count)),
        ]
        return try run(PostgreSQLQuery(ParticipantStatements.grow, values)).rows[0].integer(0)
    }
}
