import GRDB

/// The writes that wait for the next transaction.
struct PendingWrites {
    var writes: [PendingWrite] = []

    /// Whether the connection that writes is at work, so that it will find the writes.
    var isCommitting = false

    /// Takes the first writes, no more than ``SQLiteDatabase/writesPerTransaction``.
    mutating func nextGroup() -> [PendingWrite] {
        let group = Array(writes.prefix(SQLiteDatabase.writesPerTransaction))
        writes.removeFirst(group.count)
        isCommitting = !group.isEmpty
        return group
    }
}

/// A write that waits for its transaction, and the caller that waits for its result.
struct PendingWrite: Sendable {
    /// Runs the body and returns a closure that hands the result to the caller, to be called after the commit.
    let run: @Sendable (Database) throws -> () -> Void

    /// Throws an error to the caller.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        _ caller: CheckedContinuation<Value, any Error>
    ) {
        run = { database in
            let result = try database.resultInSavepoint(body)
            return { caller.resume(with: result) }
        }
        fail = { caller.resume(throwing: $0) }
    }
}

extension SQLiteDatabase {
    static let writesPerTransaction = 256

    func enqueue(_ write: PendingWrite) {
        let isFirst = pendingWrites.withLock { pending in
            pending.writes.append(write)
            defer { pending.isCommitting = true }
            return !pending.isCommitting
        }
        if isFirst { pool.asyncWriteWithoutTransaction(commitPendingWrites) }
    }

    /// Commits until no write waits.
    ///
    /// While one group waits for the disk, the next one gathers.
    @Sendable private func commitPendingWrites(in database: Database) {
        while true {
            let group = pendingWrites.withLock { $0.nextGroup() }
            guard !group.isEmpty else { return }
            commit(group, in: database)
        }
    }

    private func commit(_ group: [PendingWrite], in database: Database) {
        var returns: [() -> Void] = []
        do {
            try database.inTransaction(.immediate) {
                let end = ContinuousClock.now + transactionDuration
                for write in group {
                    returns.append(try write.run(database))
                    if ContinuousClock.now >= end { break }
                }
                return .commit
            }
        } catch {
            let failure = SQLiteDatabaseError.translating(error)
            for write in group { write.fail(failure) }
            return
        }
        let rest = group.dropFirst(returns.count)
        pendingWrites.withLock { $0.writes.insert(contentsOf: rest, at: 0) }
        for returnResult in returns { returnResult() }
    }
}

extension Database {
    /// Runs a body so that its error undoes its own changes only.
    ///
    /// - Returns: What the body returns or throws.
    /// - Throws: An error that has ended the whole transaction.
    fileprivate func resultInSavepoint<Value>(
        _ body: (Database) throws -> Value
    ) throws -> Result<Value, any Error> {
        try cachedStatement(sql: "SAVEPOINT body").execute()
        let result = Result { try body(self) }.mapError(SQLiteDatabaseError.translating)
        if case .failure(let error) = result {
            // After some errors, such as a full disk, SQLite rolls the whole transaction back.
            guard isInsideTransaction else { throw error }
            try cachedStatement(sql: "ROLLBACK TO body").execute()
        }
        try cachedStatement(sql: "RELEASE body").execute()
        return result
    }
}
