import Synchronization

/// An outcome that is decided once and that any number of tasks can wait for.
final class Completion<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, ActionError>

    private struct Inner {
        var outcome: Outcome?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let inner = Mutex(Inner())

    /// The outcome, or nil while it is not decided.
    var outcome: Outcome? { inner.withLock(\.outcome) }

    var state: ActionState {
        switch outcome {
        case .none: .pending
        case .success: .fulfilled
        case .failure: .failed
        }
    }

    /// Decides the outcome, unless it is decided.
    ///
    /// - Returns: True when this call decided it.
    @discardableResult
    func complete(with outcome: Outcome) -> Bool {
        let waiting = inner.withLock { inner -> [CheckedContinuation<Void, Never>]? in
            guard inner.outcome == nil else { return nil }
            inner.outcome = outcome
            defer { inner.waiting = [] }
            return inner.waiting
        }
        for continuation in waiting ?? [] { continuation.resume() }
        return waiting != nil
    }

    /// Waits for the outcome.
    ///
    /// Canceling the waiting task decides the outcome as canceled.
    func value() async throws(ActionError) -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isComplete = inner.withLock { inner in
                    if inner.outcome == nil { inner.waiting.append(continuation) }
                    return inner.outcome != nil
                }
                if isComplete { continuation.resume() }
            }
        } onCancel: {
            complete(with: .failure(.canceled))
        }
        return try (outcome ?? .failure(.canceled)).get()
    }
}
