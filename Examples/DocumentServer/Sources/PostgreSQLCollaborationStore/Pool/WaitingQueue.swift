/// A caller that waits for an element of a pool.
struct Waiter<Element: Sendable>: Sendable {
    let continuation: CheckedContinuation<Element, any Error>

    /// Refuses the caller when it has waited for too long.
    let timer: Task<Void, any Error>

    func resume(returning element: Element) {
        timer.cancel()
        continuation.resume(returning: element)
    }

    func resume(throwing error: any Error) {
        timer.cancel()
        continuation.resume(throwing: error)
    }
}

/// The callers that wait, in the order in which they began to.
struct WaitingQueue<Element: Sendable>: Sendable {
    private(set) var isClosed = false

    /// Those who wait until all elements are back.
    var closers: [CheckedContinuation<Void, Never>] = []

    /// The number of callers who wait.
    var count: Int { waiters.count }

    private let limit: Int
    private var waiters: [Int: Waiter<Element>] = [:]

    /// The tickets in order.
    ///
    /// Those of callers who have gone, and those before the head, have no waiter.
    private var tickets: [Int] = []
    private var head = 0
    private var ticketCount = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Returns a number for a new caller, unless too many wait.
    mutating func ticket() throws(PostgreSQLError) -> Int {
        guard !isClosed else { throw .closed }
        guard waiters.count < limit else { throw .noConnectionAvailable }
        ticketCount += 1
        return ticketCount
    }

    mutating func append(_ waiter: Waiter<Element>, _ ticket: Int) {
        waiters[ticket] = waiter
        tickets.append(ticket)
    }

    mutating func remove(_ ticket: Int) -> Waiter<Element>? {
        waiters.removeValue(forKey: ticket)
    }

    mutating func popFirst() -> Waiter<Element>? {
        defer {
            // Each ticket is moved at most once for each that has gone, so that this takes constant time on average.
            if head > tickets.count / 2 {
                tickets.removeFirst(head)
                head = 0
            }
        }
        while head < tickets.count {
            defer { head += 1 }
            if let waiter = waiters.removeValue(forKey: tickets[head]) { return waiter }
        }
        return nil
    }

    /// Lets nobody in any more, and returns those who waited.
    mutating func close() -> [Waiter<Element>] {
        defer { waiters = [:] }
        isClosed = true
        return Array(waiters.values)
    }
}
