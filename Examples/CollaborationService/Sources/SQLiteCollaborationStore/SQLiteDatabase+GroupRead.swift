import GRDB

/// The reads that wait for a connection.
struct PendingReads {
    var reads: [PendingRead] = []

    /// How many connections are at work or about to be.
    var readerCount = 0

    /// Takes the first reads, not so many that one connection has all of them.
    mutating func nextGroup() -> ArraySlice<PendingRead> {
        let group = reads.prefix(16)
        reads.removeFirst(group.count)
        return group
    }
}

/// A read that waits for a connection, and the caller that waits for its result.
struct PendingRead: Sendable {
    /// Runs the body, or throws the error of the connection to the caller.
    let run: @Sendable (Result<Database, any Error>) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        _ caller: CheckedContinuation<Value, any Error>
    ) {
        run = { database in
            let result = Result { try body(database.get()) }
            caller.resume(with: result.mapError(SQLiteDatabaseError.translating))
        }
    }
}

extension SQLiteDatabase {
    func enqueue(_ read: PendingRead) {
        let needsReader = pendingReads.withLock { pending in
            pending.reads.append(read)
            guard pending.readerCount < pool.configuration.maximumReaderCount else { return false }
            pending.readerCount += 1
            return true
        }
        if needsReader { pool.asyncUnsafeRead(runPendingReads) }
    }

    /// Runs reads in one transaction.
    ///
    /// They are taken before it begins: its snapshot has what was committed before any of them was called.
    @Sendable private func runPendingReads(in connection: Result<Database, any Error>) {
        let group = pendingReads.withLock { $0.nextGroup() }
        var haveRun = false
        do {
            try connection.get().inTransaction(.deferred) {
                haveRun = true
                for read in group { read.run(connection) }
                return .commit
            }
        } catch {
            if !haveRun { for read in group { read.run(.failure(error)) } }
        }
        let isDone = pendingReads.withLock { pending in
            if pending.reads.isEmpty { pending.readerCount -= 1 }
            return pending.reads.isEmpty
        }
        if !isDone { pool.asyncUnsafeRead(runPendingReads) }
    }
}
