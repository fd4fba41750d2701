import GRDB
import Synchronization

/// A SQLite file that any number of tasks and processes read and write.
///
/// It is in WAL mode, so that reads do not wait for writes. Writes that wait at the same time are committed together,
/// so that one `fsync` serves them all. A write that has returned survives a loss of power.
public final class SQLiteDatabase: Sendable {
    let pool: DatabasePool
    let pendingReads = Mutex(PendingReads())
    let pendingWrites = Mutex(PendingWrites())

    /// The time after which no further write begins in a transaction.
    ///
    /// So the results of small writes are returned, and other processes get the lock, before all large writes that wait are done.
    let transactionDuration: Duration

    /// Opens a file, and makes it if it does not exist.
    ///
    /// - Parameter path: The path of the file. Beside it SQLite keeps two files with `-wal` and `-shm` at the end.
    /// - Throws: ``SQLiteDatabaseError/cannotOpen(path:reason:)``.
    public convenience init(path: String) throws {
        try self.init(path: path, lockTimeout: .seconds(5), transactionDuration: .milliseconds(50))
    }

    init(path: String, lockTimeout: Duration, transactionDuration: Duration) throws {
        self.transactionDuration = transactionDuration
        do {
            pool = try Self.pool(path: path, lockTimeout: lockTimeout)
            try pool.writeWithoutTransaction { database in
                // The pool has chosen NORMAL, which does not call fsync at a commit.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                // On Apple's systems fsync leaves data in the cache of the disk. Elsewhere this has no effect.
                try database.execute(sql: "PRAGMA fullfsync = ON")
            }
        } catch let error as DatabaseError {
            throw SQLiteDatabaseError(opening: path, error)
        }
    }

    /// Reads from a snapshot of the database, concurrently with writes and with other reads.
    ///
    /// The snapshot has all that was committed before the call. Reads that wait at the same time may share one, since
    /// handing over a connection takes longer than most reads.
    ///
    /// - Parameter body: Reads. It runs on a thread of the database, where it may block.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, ``SQLiteDatabaseError``, or `CancellationError` if the task was canceled before.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { enqueue(PendingRead(body, $0)) }
    }

    /// Writes in a transaction that is shared with other writes that wait, and returns after the commit.
    ///
    /// If the body throws, its own changes are undone and the other writes are committed. If the commit fails, or
    /// SQLite rolls the transaction back since the disk is full, all writes of the transaction fail. A write that has
    /// begun to wait is not canceled with its task, so that its outcome is always known.
    ///
    /// - Parameter body: Reads and writes. It must neither commit nor roll back, and not call this method.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, ``SQLiteDatabaseError``, or `CancellationError` if the task was canceled before.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { enqueue(PendingWrite(body, $0)) }
    }

    /// Closes all connections after the current reads and writes.
    ///
    /// Later reads and writes throw. If no other process has the file open, all data is then in this one file.
    ///
    /// - Throws: ``SQLiteDatabaseError``.
    public func close() throws {
        // The WAL file stays if a connection that reads is the last to close, which takes a moment after its last read.
        try? pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint") }
        do {
            try pool.close()
        } catch {
            throw SQLiteDatabaseError.translating(error)
        }
    }
}
