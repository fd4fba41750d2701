import CollaborationProofs

/// Lets the calls of this process on one collaboration in one after the other: first come, first served.
///
/// Without it they would conflict with each other in the store. A cancelled task leaves the queue.
final class CollaborationQueue: Sendable {
    private final class Ticket: Sendable {}

    private struct Waiter {
        let ticket: Ticket
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// Those who wait for each collaboration in which a call is.
    private let waiters = Locked<[CollaborationIdentifier: [Waiter]]>([:])

    func run<Result: Sendable>(
        _ collaboration: CollaborationIdentifier,
        _ body: () async throws -> Result
    ) async throws -> Result {
        try await enter(collaboration)
        defer { leave(collaboration) }
        return try await body()
    }

    private func enter(_ collaboration: CollaborationIdentifier) async throws(CancellationError) {
        let ticket = Ticket()
        let isIn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = waiters.withLock { waiters in
                    // Under the lock, so that the handler finds the waiter or this finds the cancellation.
                    if Task.isCancelled { return false }
                    guard waiters[collaboration] != nil else {
                        waiters[collaboration] = []
                        return true
                    }
                    waiters[collaboration]?.append(Waiter(ticket: ticket, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter: Waiter? = waiters.withLock { waiters in
                guard let index = waiters[collaboration]?.firstIndex(where: { $0.ticket === ticket }) else {
                    return nil
                }
                return waiters[collaboration]?.remove(at: index)
            }
            waiter?.continuation.resume(returning: false)
        }
        guard isIn else { throw CancellationError() }
    }

    private func leave(_ collaboration: CollaborationIdentifier) {
        let next: Waiter? = waiters.withLock { waiters in
            guard waiters[collaboration]?.isEmpty == false else {
                waiters[collaboration] = nil
                return nil
            }
            return waiters[collaboration]?.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }
}
