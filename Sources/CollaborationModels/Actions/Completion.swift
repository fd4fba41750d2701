import Synchronization

/// An outcome that is decided once and that any number of tasks can wait for.
final class Completion<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, ActionError>

    private struct Inner {
        var outcome: Outcome?
        var nextNumber = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
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
        let waiting = inner.withLock { inner -> [Int: CheckedContinuation<Void, Never>]? in
            guard inner.outcome == nil else { return nil }
            inner.outcome = outcome
            defer { inner.waiting = [:] }
            return inner.waiting
        }
        for continuation in (waiting ?? [:]).values { continuation.resume() }
        return waiting != nil
    }

    /// Waits for the outcome; canceled, it throws and decides nothing.
    func value() async throws(ActionError) -> Value {
        await wait()
        return try (outcome ?? .failure(.canceled)).get()
    }

    /// Waits until there is an outcome or the task is canceled.
    func wait() async {
        let number = inner.withLock { inner in
            inner.nextNumber += 1
            return inner.nextNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = inner.withLock { inner in
                    // A cancellation before this point has found no continuation to resume.
                    let isOver = inner.outcome != nil || Task.isCancelled
                    if !isOver { inner.waiting[number] = continuation }
                    return isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            inner.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
