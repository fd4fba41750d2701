import Foundation
import GRDB
import Synchronization

/// A SQLite file that any number of tasks and processes read and write.
///
/// It is in WAL mode, so that reads do not wait for writes. Writes that wait at the same time share a commit, and reads the
/// handing over of a connection, which takes longer than most of them. A write that has returned survives a loss of power.
final class SQLiteFile: Sendable {
    let pool: DatabasePool
    let reads = Mutex(WaitingCalls(workers: 2, groupCount: 16))
    let writes = Mutex(WaitingCalls(workers: 1, groupCount: 256))

    /// The time after which no further write begins in a transaction.
    ///
    /// So the results of small writes are returned, and other processes get the lock, before all large writes that wait are done.
    private let transactionDuration: Duration

    /// The number of the file that has the path now; nil if none has.
    var number: Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: pool.path)
        return (attributes?[.systemFileNumber] as? NSNumber)?.intValue
    }

    /// Opens a file, or makes it, and waits for a lock that another process holds, at most for about a time.
    init(
        path: String,
        lockTimeout: Duration = .seconds(5),
        transactionDuration: Duration = .milliseconds(50)
    ) throws(SQLiteError) {
        self.transactionDuration = transactionDuration
        do {
            pool = try Self.pool(path: path, lockTimeout: lockTimeout)
            try pool.writeWithoutTransaction { database in
                // The pool has chosen NORMAL, which does not call fsync at a commit, and fsync alone is not enough on macOS.
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
            }
        } catch {
            throw SQLiteError(opening: path, error)
        }
    }

    private static func pool(path: String, lockTimeout: Duration) throws -> DatabasePool {
        var configuration = Configuration()
        let maximumTries = Int(lockTimeout / .milliseconds(1))
        configuration.busyMode = .callback { tries in
            // SQLite's own time-out soon looks only ten times a second. A process that has much to write leaves the
            // lock free for much shorter moments, between two commits.
            Thread.sleep(forTimeInterval: 0.001)
            return tries < maximumTries
        }
        let end = ContinuousClock.now + lockTimeout
        while true {
            do {
                return try DatabasePool(path: path, configuration: configuration)
            } catch DatabaseError.SQLITE_BUSY where ContinuousClock.now < end {
                // SQLite does not always wait when several processes make a new file at the same time.
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
    }

    /// Runs one statement that reads, and sees all that was committed before the call.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { caller in
            let call = WaitingCall(body, caller)
            if reads.withLock({ $0.add(call) }) { pool.asyncUnsafeRead(runReads) }
        }
    }

    /// Writes in a transaction that is shared with other writes that wait, and returns after the commit.
    ///
    /// Once queued, a write ignores cancellation, so that its outcome is known.
    ///
    /// - Parameter body: Reads and writes. It is called again if the transaction has failed.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { caller in
            let call = WaitingCall(body, caller)
            if writes.withLock({ $0.add(call) }) { pool.asyncWriteWithoutTransaction(runWrites) }
        }
    }

    /// Reads until no call waits.
    @Sendable private func runReads(in connection: Result<Database, any Error>) {
        while true {
            let group = reads.withLock { $0.nextGroup() }
            guard !group.isEmpty else { return }
            for call in group {
                do { try call.run(connection.get())() } catch { call.fail(error) }
            }
        }
    }

    /// Commits until no write waits: while one group waits for the disk, the next one gathers.
    @Sendable private func runWrites(in database: Database) {
        while true {
            let group = writes.withLock { $0.nextGroup() }
            guard !group.isEmpty else { return }
            commit(group, in: database)
        }
    }

    private func commit(_ group: [WaitingCall], in database: Database) {
        var answers: [() -> Void] = []
        do {
            try database.inTransaction(.immediate) {
                let end = ContinuousClock.now + transactionDuration
                for call in group {
                    answers.append(try call.run(database))
                    if ContinuousClock.now >= end { break }
                }
                return .commit
            }
        } catch {
            // Nothing was done. Each is tried alone, so that only the one that fails is refused.
            guard group.count > 1 else { return group[0].fail(error) }
            for call in group { commit([call], in: database) }
            return
        }
        let rest = group.dropFirst(answers.count)
        writes.withLock { $0.calls.insert(contentsOf: rest, at: 0) }
        for answer in answers { answer() }
    }
}
