import CollaborationProofs

/// An outcome that is decided once and that any number of tasks can wait for.
final class Completion<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, ActionFailure>

    private struct State {
        var outcome: Outcome?
        var waiting: [CheckedContinuation<Outcome, Never>] = []
    }

    private let current = Locked(State())

    /// The outcome, or nil while it is not decided.
    var outcome: Outcome? { current.withLock(\.outcome) }

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
    func decide(_ outcome: Outcome) -> Bool {
        let waiting: [CheckedContinuation<Outcome, Never>]? = current.withLock {
            guard $0.outcome == nil else { return nil }
            let waiting = $0.waiting
            $0 = State(outcome: outcome)
            return waiting
        }
        // Resume outside the lock: a resumed task may read the outcome at once.
        for continuation in waiting ?? [] {
            continuation.resume(returning: outcome)
        }
        return waiting != nil
    }

    /// Waits for the outcome.
    ///
    /// Cancelling the waiting task decides the outcome as cancelled.
    func value() async throws(ActionFailure) -> Value {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let decided: Outcome? = current.withLock {
                    if $0.outcome == nil { $0.waiting.append(continuation) }
                    return $0.outcome
                }
                if let decided { continuation.resume(returning: decided) }
            }
        } onCancel: {
            _ = decide(.failure(.cancelled))
        }
        return try outcome.get()
    }
}
