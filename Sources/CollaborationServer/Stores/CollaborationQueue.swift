import CollaborationCore
import Synchronization

/// Serializes the calls on one collaboration: first come, first served.
///
/// A canceled task leaves the queue.
final class CollaborationQueue: Sendable {
    /// The waiters by collaboration; an entry exists while a call runs.
    private let waiters = Mutex<[CollaborationIdentifier: [AsyncStream<Void>.Continuation]]>([:])

    /// Waits for the turn of the caller, which calls ``leave(_:)`` at the end.
    func enter(_ collaboration: CollaborationIdentifier) async throws {
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
        // The stream of a canceled task ends without a value.
        if let turn, await turn.first(where: { true }) == nil { throw CancellationError() }
    }

    /// Gives the turn to the next waiter.
    func leave(_ collaboration: CollaborationIdentifier) {
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
