import CollaborationCore

/// An outcome that is decided once and that any number of tasks can wait for.
final class Completion<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, ActionFailure>

    private let outcomes = Broadcast<Outcome?, Outcome>(nil)

    /// The outcome, or nil while it is not decided.
    var outcome: Outcome? { outcomes.state }

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
        var isFirst = false
        outcomes.send { decided in
            guard decided == nil else { return nil }
            isFirst = true
            decided = outcome
            return outcome
        }
        return isFirst
    }

    /// Waits for the outcome.
    ///
    /// Cancelling the waiting task decides the outcome as cancelled.
    func value() async throws(ActionFailure) -> Value {
        await withTaskCancellationHandler {
            for await _ in outcomes.subscribe(first: { $0 }) { break }
        } onCancel: {
            _ = decide(.failure(.cancelled))
        }
        // The subscription of a cancelled task may have ended before the handler has decided.
        _ = decide(.failure(.cancelled))
        return try (outcome ?? .failure(.cancelled)).get()
    }
}
