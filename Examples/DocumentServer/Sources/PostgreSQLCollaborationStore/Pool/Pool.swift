import Synchronization

/// Lends elements to one caller at a time, in the order in which callers ask.
final class Pool<Element: Sendable>: Sendable {
    private let elements: [Element]
    private let waitingLimit: Duration
    private let state: Mutex<(idle: [Element], queue: WaitingQueue<Element>)>

    /// Makes a pool.
    ///
    /// - Parameters:
    ///   - elements: What is lent.
    ///   - waiterLimit: The number of callers that may wait at a time.
    ///   - waitingLimit: How long each may wait.
    init(_ elements: [Element], waiterLimit: Int, waitingLimit: Duration) {
        self.elements = elements
        self.waitingLimit = waitingLimit
        state = Mutex((elements, WaitingQueue(limit: waiterLimit)))
    }

    /// Waits for an element and lends it to a closure.
    ///
    /// - Throws: `PostgreSQLError.noConnectionAvailable` or `.closed`, `CancellationError` for a task that is canceled
    ///   while it waits, or what the closure throws.
    func withElement<Value>(_ body: (Element) async throws -> Value) async throws -> Value {
        let element = try await take()
        defer { giveBack(element) }
        return try await body(element)
    }

    /// Refuses all who wait or ask from now on, waits until all elements are back, and returns them.
    func close() async -> [Element] {
        for waiter in state.withLock({ $0.queue.close() }) { waiter.resume(throwing: PostgreSQLError.closed) }
        await withCheckedContinuation { continuation in
            let isComplete = state.withLock { state in
                if state.idle.count == elements.count { return true }
                state.queue.closers.append(continuation)
                return false
            }
            if isComplete { continuation.resume() }
        }
        return elements
    }

    private func take() async throws -> Element {
        let (idle, ticket): (Element?, Int) = try state.withLock { state in
            if !state.queue.isClosed, let idle = state.idle.popLast() { return (idle, 0) }
            return (nil, try state.queue.ticket())
        }
        if let idle { return idle }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Element, any Error>? = state.withLock { state in
                    // A cancellation before this is seen here, and one after it finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.queue.isClosed { return .failure(PostgreSQLError.closed) }
                    if let idle = state.idle.popLast() { return .success(idle) }
                    let timer = Task { [waitingLimit] in
                        try await Task.sleep(for: waitingLimit)
                        self.refuse(ticket, PostgreSQLError.noConnectionAvailable)
                    }
                    state.queue.append(Waiter(continuation: continuation, timer: timer), ticket)
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            refuse(ticket, CancellationError())
        }
    }

    private func refuse(_ ticket: Int, _ error: any Error) {
        state.withLock { $0.queue.remove(ticket) }?.resume(throwing: error)
    }

    private func giveBack(_ element: Element) {
        var closers: [CheckedContinuation<Void, Never>] = []
        let waiter: Waiter<Element>? = state.withLock { state in
            if let waiter = state.queue.popFirst() { return waiter }
            state.idle.append(element)
            if state.idle.count == elements.count { swap(&closers, &state.queue.closers) }
            return nil
        }
        waiter?.resume(returning: element)
        for closer in closers { closer.resume() }
    }
}

extension Pool {
    /// The number of elements that are not lent.
    var idleCount: Int { state.withLock { $0.idle.count } }

    /// The number of callers who wait.
    var waiterCount: Int { state.withLock { $0.queue.count } }
}
