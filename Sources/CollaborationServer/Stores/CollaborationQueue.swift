import CollaborationCore

/// Lets the calls of this process on one collaboration in one after the other: first come, first served.
///
/// Without it they would conflict with each other in the store. A cancelled task leaves the queue.
final class CollaborationQueue: Sendable {
    /// Those who wait for each collaboration in which a call is.
    private let waiters = Locked<[CollaborationIdentifier: [AsyncStream<Void>.Continuation]]>([:])

    func run<Result: Sendable>(
        _ collaboration: CollaborationIdentifier,
        _ body: () async throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        let turn: AsyncStream<Void>? = waiters.withLock { waiters in
            guard waiters[collaboration] != nil else {
                waiters[collaboration] = []
                return nil
            }
            let (turn, continuation) = AsyncStream.makeStream(of: Void.self)
            waiters[collaboration]?.append(continuation)
            return turn
        }
        // The stream of a cancelled task ends without a value.
        if let turn, await turn.first(where: { true }) == nil { throw CancellationError() }
        defer { leave(collaboration) }
        return try await body()
    }

    private func leave(_ collaboration: CollaborationIdentifier) {
        // A stream that has ended takes no value: then it is the turn of the next one.
        while let next = removeFirst(collaboration) {
            if case .enqueued = next.yield() { return }
        }
    }

    private func removeFirst(_ collaboration: CollaborationIdentifier) -> AsyncStream<Void>.Continuation? {
        waiters.withLock { waiters in
            guard waiters[collaboration]?.isEmpty == false else {
                waiters[collaboration] = nil
                return nil
            }
            return waiters[collaboration]?.removeFirst()
        }
    }
}
