import CollaborationServer
import Foundation
import GRDB

extension SQLiteParticipantStore {
    /// How many records one transaction deletes at least, if there are so many, so that a backlog does not hold up
    /// pairings.
    static let evictionsPerTransaction = 1000

    /// Deletes the records of used challenges that nobody accepts any more.
    ///
    /// Call this about every minute. Several servers may do so at the same time.
    ///
    /// - Parameter date: Now, by the clock of the server.
    /// - Returns: The number of deleted records.
    /// - Throws: ``SQLiteDatabaseError``, or `CancellationError`. What was deleted before stays deleted.
    public func evict(expiredBefore date: Date) async throws -> Int {
        let now = date.milliseconds(rounding: .down)
        var total = 0
        while true {
            let count = try await database.write { try $0.evictUses(expiredBefore: now) }
            total += count
            guard count >= Self.evictionsPerTransaction else { return total }
        }
    }
}

extension Database {
    /// Tells whether another attempt has used the challenge, or may have done so before its record was evicted.
    func isReplay(_ use: ChallengeUse, expiration: Int64) throws -> Bool {
        if let attempt = try number(.attempt, ["challenge": use.challengeIdentifier]) {
            return attempt != use.attempt
        }
        guard let evictedThrough = try number(.evictedThrough) else {
            throw SQLiteDatabaseError.damaged("the row of evictions is missing")
        }
        return expiration <= evictedThrough
    }

    /// Evicts the records that expire first: a number of them, and all that expire in the same millisecond.
    fileprivate func evictUses(expiredBefore now: Int64) throws -> Int {
        let sql = "SELECT expiration FROM challenge_use ORDER BY expiration LIMIT 1 OFFSET ?"
        let last = try Int64.fetchOne(
            cachedStatement(sql: sql),
            arguments: [SQLiteParticipantStore.evictionsPerTransaction - 1]
        )
        let end: StatementArguments = ["now": last.map { min($0 + 1, now) } ?? now]
        try run(.noteEviction, end)
        try run(.evictUses, end)
        return changesCount
    }
}

extension Date {
    /// Milliseconds since 1970, clamped to what 64 bits hold.
    func milliseconds(rounding rule: FloatingPointRoundingRule) -> Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded(rule)
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }
}
