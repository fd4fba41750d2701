import CollaborationCore
import CollaborationServer

extension StoreSession {
    /// Checks a rule, and deletes what was stored.
    ///
    /// When the time is over, it goes on without the calls that are not answered.
    func rule(_ statement: String, _ check: @escaping @Sendable () async throws -> Void) async throws {
        guard statement.hasPrefix(checks.onlyRule) else { return }
        checks.progress(statement)
        state.withLock { $0 = State() }
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let work = Task {
            do {
                try await check()
            } catch {
                let violation = error as? CollaborationStoreViolation
                state.withLock { $0.violation = violation ?? .init(problem: "\(error)") }
            }
            await deleteAll()
            continuation.finish()
        }
        let timer = Task {
            try await checks.timeLimit()
            continuation.yield()
        }
        let isLate = await ends.first { true } != nil || Task.isCancelled
        work.cancel()
        timer.cancel()
        let (calls, found) = state.withLock { ($0.calls, $0.violation) }
        guard isLate || found != nil else { return }
        let open = calls.filter { $0.outcome == nil }.reduce(into: Set()) { $0.formUnion($1.names) }
        var violation = found ?? .init(problem: "The time limit is over, or the task was canceled.", names: open)
        let names = violation.names
        let concerned = calls.filter { names.isEmpty || !names.isDisjoint(with: $0.names) }
        (violation.rule, violation.calls) = (statement, concerned.suffix(100).map(\.description))
        throw violation
    }

    /// Deletes what was stored, as far as the store can.
    private func deleteAll() async {
        for (document, accounts) in state.withLock(\.added) {
            for node in nodes {
                let version = (try? await node.record(of: document))?.version
                let changes = AccountChanges(removed: accounts)
                _ = try? await node.replaceRecord(of: document, version: version, with: nil, accounts: changes)
            }
        }
    }

    /// Checks a rule for a fault that the caller can make, if there is one.
    func rule(
        _ statement: String,
        _ fault: StoreChecks.Fault?,
        _ check: @escaping @Sendable (_ makeFault: StoreChecks.Fault) async throws -> Void
    ) async throws {
        guard let fault else { return checks.progress("Not checked, since nothing makes the fault: \(statement)") }
        try await rule(statement) { try await check(fault) }
    }
}

/// The result of calls in a task, which is canceled after a time, or nil if one of them threw an error.
func attempt<Value: Sendable>(
    canceledAfter time: Duration? = nil,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let task = Task {
        while time == .zero, !Task.isCancelled { await Task.yield() }
        return try await body()
    }
    do {
        if let time {
            try await Task.sleep(for: time)
            task.cancel()
        }
        return try await task.value
    } catch let violation as CollaborationStoreViolation where violation.isThrown {
        return nil
    }
}

/// Runs a closure in several tasks at once and returns the results.
@discardableResult
func concurrently<Value: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (_ number: Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for number in 0..<count { group.addTask { try await body(number) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
