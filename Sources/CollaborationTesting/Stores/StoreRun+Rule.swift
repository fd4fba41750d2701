import CollaborationServer
import Synchronization

extension StoreRun {
    /// Checks a rule, looks at all records again, and deletes what was stored; without waiting for calls beyond the limit of time.
    func rule(
        _ statement: String,
        isPossible: Bool = true,
        _ check: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard isIncluded(statement) else { return }
        guard isPossible else { return progress("Not checked, since nothing makes the fault: \(statement)") }
        progress(statement)
        log.state.withLock { $0 = StoreLog.State() }
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let work = Task {
            do {
                try await check()
                try await expectAll()
            } catch {
                keep(error as? StoreViolation ?? StoreViolation(problem: "\(error)"))
            }
            // In a task of its own, since this one may be canceled.
            await Task { await deleteAll() }.value
            continuation.finish()
        }
        let timer = Task {
            var last = -1
            while log.state.withLock({ $0.time != last || $0.calls.allSatisfy { $0.outcome != nil } }) {
                last = log.state.withLock(\.time)
                try await Task.sleep(for: timeLimit)
            }
            keep(StoreViolation(problem: "No call has ended for \(timeLimit), which is the limit of time."))
            continuation.finish()
        }
        // This waits for the deletion even if the caller is canceled.
        await Task { for await _ in ends {} }.value
        work.cancel()
        timer.cancel()
        try Task.checkCancellation()
        guard var violation = log.state.withLock(\.violation) else { return }
        violation.rule = statement
        throw violation
    }

    /// Keeps the first violation, with the last calls that concern it, or that wait if it names none.
    private func keep(_ found: StoreViolation) {
        log.state.withLock { state in
            guard state.violation == nil else { return }
            let calls = state.calls.enumerated()
            let subjects = calls.filter { $0 == found.call || found.call == nil && $1.outcome == nil }
            let names = Set(subjects.flatMap { $1.names })
            state.violation = found
            state.violation?.calls = calls.filter { names.isEmpty || $1.names.contains(where: names.contains) }
                .suffix(100).map { ($0 == found.call ? " -> " : "    ") + $1.description }
        }
    }

    /// Expects that everything is still stored, on all nodes but the last one, which may be cut off.
    func expectAll() async throws {
        let (added, readers) = (log.state.withLock(\.added), max(1, nodes.count - 1))
        let (documents, accounts) = (Array(added.keys), Array(Set(added.values.joined())))
        try await concurrently(documents.count, tasks: 8) {
            try await expectRecord(in: documents[$0], on: $0 % readers)
        }
        try await concurrently(accounts.count, tasks: 64) {
            try await expectIndex(of: [accounts[$0]], on: $0 % readers)
        }
    }

    /// Deletes what was stored, as far as the store can.
    func deleteAll() async {
        let added = Array(log.state.withLock(\.added))
        _ = try? await concurrently(added.count, tasks: 8) { number in
            let (document, accounts) = added[number]
            let version = try? await call("record", ["of": document], on: 0) {
                try await $0.record(of: document)?.version
            }
            try await replace(document, version, with: nil, .init(removed: accounts), on: 0)
        }
    }
}

/// The result of calls in a task, which is canceled after a time, or nil if one of them threw an error.
@discardableResult
func attempt<Value: Sendable>(
    canceledAfter time: Duration? = nil,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let task = Task {
        while time == .zero, !Task.isCancelled { await Task.yield() }
        return try await body()
    }
    do {
        try await Task.sleep(for: time ?? .zero)
        if time != nil { task.cancel() }
        return try await task.value
    } catch let violation as StoreViolation where violation.isThrown { return nil }
}

/// Runs a closure for each number, in as many tasks at once or in a few, and returns the results in any order.
@discardableResult
func concurrently<Value: Sendable>(
    _ count: Int,
    tasks taskCount: Int = .max,
    _ body: @escaping @Sendable (_ number: Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        var values: [Value] = []
        for number in 0..<count {
            if number >= taskCount, let value = try await group.next() { values.append(value) }
            group.addTask { try await body(number) }
        }
        return try await group.reduce(into: values) { $0.append($1) }
    }
}
