#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PostgreSQLParticipantStore {
    /// How many uses are evicted in one transaction, so that a backlog does not make it run into its time limit.
    static let evictionsPerRound = 5000

    /// Evicts the used challenges that expired before a date.
    ///
    /// Run it every minute or so on every server. While one evicts, another returns at once.
    ///
    /// - Parameter date: The date, usually now.
    /// - Returns: The number of uses that this call evicted.
    /// - Throws: `PostgreSQLError` or `CancellationError`. The rounds before it are done.
    @discardableResult
    public func evict(expiredBefore date: Date) async throws -> Int {
        let end = Int64(clamping: (date.timeIntervalSince1970 * 1000).rounded(.down))
        var count = 0
        while true {
            let (evicted, isDone) = try await evictRound(before: end)
            count += evicted
            if isDone { return count }
        }
    }

    private func evictRound(before end: Int64) async throws -> (count: Int, isDone: Bool) {
        try await database.transaction { connection in
            let limits: [String: PostgreSQLValue] = [
                "now": .integer(end), "count": .integer(Int64(Self.evictionsPerRound)),
            ]
            guard try connection.run(PostgreSQLQuery(ParticipantStatements.evictionLock)).rows[0].boolean(0)
            else {
                return (0, true)
            }
            let last = try connection.run(PostgreSQLQuery(ParticipantStatements.lastOfRound, limits)).rows
                .first
            // Those that expire in the same millisecond as the last of the round go with it.
            let key = ["now": PostgreSQLValue.integer(try last.map { try $0.integer(0) + 1 } ?? end)]
            let results = try connection.run([
                PostgreSQLQuery(ParticipantStatements.noteEviction, key),
                PostgreSQLQuery(ParticipantStatements.evict, key),
            ])
            return (results[1].rowCount, last == nil)
        }
    }
}
