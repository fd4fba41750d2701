import GRDB

/// The calls that wait for a connection, which takes a group of them at a time.
struct WaitingCalls {
    var calls: [WaitingCall] = []

    /// How many connections may still begin to take groups.
    private var idleWorkers: Int
    private let groupCount: Int

    init(workers: Int, groupCount: Int) { (idleWorkers, self.groupCount) = (workers, groupCount) }

    /// Adds a call; true if one more connection must begin.
    mutating func add(_ call: WaitingCall) -> Bool {
        calls.append(call)
        guard idleWorkers > 0 else { return false }
        idleWorkers -= 1
        return true
    }

    /// Takes the first calls; if there are none, the connection stops.
    mutating func nextGroup() -> [WaitingCall] {
        let group = Array(calls.prefix(groupCount))
        calls.removeFirst(group.count)
        if group.isEmpty { idleWorkers += 1 }
        return group
    }
}

/// A call that waits, and the caller that waits for its result.
struct WaitingCall: Sendable {
    /// Runs the body and returns a closure that hands the result to the caller.
    let run: @Sendable (Database) throws -> () -> Void
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        _ caller: CheckedContinuation<Value, any Error>
    ) {
        run = { database in
            let value = try body(database)
            return { caller.resume(returning: value) }
        }
        fail = { caller.resume(throwing: ($0 as? DatabaseError).map(SQLiteError.init) ?? $0) }
    }
}
