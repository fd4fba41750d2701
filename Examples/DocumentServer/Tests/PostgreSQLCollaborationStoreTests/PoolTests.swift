import Testing

@testable import PostgreSQLCollaborationStore

@Suite("Pool", .timeLimit(.minutes(30)))
struct PoolTests {
    /// Lends one element, which is taken until the body returns.
    private func whileTaken<Value>(
        waiterLimit: Int = 100,
        waitingLimit: Duration = .seconds(86_400),
        _ body: (Pool<String>) async throws -> Value
    ) async throws -> Value {
        let pool = Pool(["one"], waiterLimit: waiterLimit, waitingLimit: waitingLimit)
        return try await pool.withElement { element in
            #expect(element == "one")
            return try await body(pool)
        }
    }

    /// Returns when so many callers wait.
    private func waiters(_ count: Int, in pool: Pool<String>) async throws {
        while pool.waiterCount < count {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("A pool lends its elements in the order in which callers ask")
    func order() async throws {
        let (served, continuation) = AsyncStream<Int>.makeStream()
        let count = 200
        let callers = try await whileTaken(waiterLimit: count) { pool in
            var callers: [Task<Void, any Error>] = []
            for number in 0..<count {
                callers.append(Task { try await pool.withElement { _ in _ = continuation.yield(number) } })
                try await waiters(number + 1, in: pool)
            }
            // Those who give up leave no gap.
            for number in stride(from: 0, to: count, by: 3) { callers[number].cancel() }
            for number in stride(from: 0, to: count, by: 3) {
                await #expect(throws: CancellationError.self) { try await callers[number].value }
            }
            return callers
        }
        for (number, caller) in callers.enumerated() where number % 3 != 0 { try await caller.value }
        continuation.finish()
        let numbers = await served.reduce(into: []) { $0.append($1) }
        #expect(numbers == (0..<count).filter { $0 % 3 != 0 })
    }

    @Test("A pool lends nothing to a task that was canceled before it asked")
    func canceledBefore() async throws {
        try await whileTaken { pool in
            let caller = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await pool.withElement { _ in }
            }
            await #expect(throws: CancellationError.self) { try await caller.value }
            #expect(pool.waiterCount == 0)
        }
    }

    @Test("Cancellations never lose an element of a pool or lend it twice")
    func cancellations() async throws {
        let pool = Pool([1, 2], waiterLimit: 1000, waitingLimit: .seconds(86_400))
        await withTaskGroup { group in
            for number in 0..<500 {
                let caller = Task {
                    try await pool.withElement { _ in
                        #expect(pool.idleCount < 2)
                        await Task.yield()
                    }
                }
                group.addTask {
                    for _ in 0..<number % 7 { await Task.yield() }
                    if number % 2 == 0 { caller.cancel() }
                    _ = await caller.result
                }
            }
        }
        #expect(pool.idleCount == 2)
        #expect(pool.waiterCount == 0)
        #expect(await pool.close() == [1, 2])
    }

    @Test("A pool refuses a caller beyond its maximum at once, and serves those that wait")
    func limit() async throws {
        let waiting = try await whileTaken(waiterLimit: 1) { pool in
            let waiting = Task { try await pool.withElement { $0 } }
            try await waiters(1, in: pool)
            await #expect(throws: PostgreSQLError.noConnectionAvailable) {
                try await pool.withElement { _ in }
            }
            return waiting
        }
        #expect(try await waiting.value == "one")
    }

    @Test("A pool refuses a caller that has waited for too long")
    func timeLimit() async throws {
        try await whileTaken(waitingLimit: .milliseconds(1)) { pool in
            await #expect(throws: PostgreSQLError.noConnectionAvailable) {
                try await pool.withElement { _ in }
            }
            #expect(pool.waiterCount == 0)
        }
    }

    @Test("Closing a pool refuses callers that wait, and waits until all elements are back")
    func closing() async throws {
        let (pool, closing) = try await whileTaken { pool in
            let waiting = Task { try await pool.withElement { _ in } }
            try await waiters(1, in: pool)
            let closing = Task { await pool.close() }
            await #expect(throws: PostgreSQLError.closed) { try await waiting.value }
            await #expect(throws: PostgreSQLError.closed) { try await pool.withElement { _ in } }
            #expect(pool.idleCount == 0)
            return (pool, closing)
        }
        #expect(await closing.value == ["one"])
        await #expect(throws: PostgreSQLError.closed) { try await pool.withElement { _ in } }
    }

    @Test("A pool gets its element back when the closure throws")
    func error() async throws {
        struct Refusal: Error {}
        let pool = Pool([1], waiterLimit: 0, waitingLimit: .seconds(86_400))
        await #expect(throws: Refusal.self) { try await pool.withElement { _ in throw Refusal() } }
        #expect(try await pool.withElement { $0 } == 1)
    }
}
