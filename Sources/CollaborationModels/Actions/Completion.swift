/// An outcome that is decided once and that any number of tasks can wait for.
final class Completion<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, ActionFailure>

    private enum Stage {
        case pending([CheckedContinuation<Outcome, Never>])
        case decided(Outcome)
    }

    private let stage = Locked(Stage.pending([]))

    /// The outcome, nil while it is not decided.
    var outcome: Outcome? {
        stage.withLock {
            guard case .decided(let outcome) = $0 else { return nil }
            return outcome
        }
    }

    var state: ActionState {
        switch outcome {
        case .none: .pending
        case .success: .fulfilled
        case .failure: .failed
        }
    }

    /// Decides the outcome unless it is decided.
    ///
    /// - Returns: True when this call decided it.
    func decide(_ outcome: Outcome) -> Bool {
        let waiting: [CheckedContinuation<Outcome, Never>]? = stage.withLock {
            guard case .pending(let waiting) = $0 else { return nil }
            $0 = .decided(outcome)
            return waiting
        }
        // Resumed outside of the lock, since a resumed task may look at the outcome at once.
        for continuation in waiting ?? [] {
            continuation.resume(returning: outcome)
        }
        return waiting != nil
    }

    /// Waits for the outcome; cancelling the waiting task decides it as cancelled.
    func value() async throws(ActionFailure) -> Value {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let decided: Outcome? = stage.withLock {
                    switch $0 {
                    case .decided(let outcome): return outcome
                    case .pending(let waiting):
                        $0 = .pending(waiting + [continuation])
                        return nil
                    }
                }
                if let decided { continuation.resume(returning: decided) }
            }
        } onCancel: {
            _ = decide(.failure(.cancelled))
        }
        return try outcome.get()
    }
}
