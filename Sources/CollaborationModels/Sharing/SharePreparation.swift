import CollaborationProofs

/// Makes a share once and gives it to every task that asks for it.
final class SharePreparation: Sendable {
    typealias Handler = @Sendable () async throws -> CloudKitShare
    private typealias Continuation = CheckedContinuation<CloudKitShare, any Error>

    private struct State {
        var share: CloudKitShare?
        var isPreparing = false
        var nextKey = 0
        var waiting: [Int: Continuation] = [:]
    }

    private let state: Locked<State>
    private let handler: Handler

    init(handler: @escaping Handler) {
        self.handler = handler
        state = Locked(State())
    }

    init(existing share: CloudKitShare) {
        handler = { share }
        state = Locked(State(share: share))
    }

    /// The share, if it exists by now.
    var share: CloudKitShare? { state.withLock(\.share) }

    /// Returns the share.
    ///
    /// The first task that asks starts the handler, and the others wait for it.
    ///
    /// A cancelled task stops waiting. The handler goes on for the others.
    func value() async throws -> CloudKitShare {
        if let share { return share }
        let key = state.withLock {
            $0.nextKey += 1
            return $0.nextKey
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(for: $0, key: key) }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: key) }?.resume(throwing: CancellationError())
        }
    }

    private func wait(for continuation: Continuation, key: Int) {
        let (result, starts): (Result<CloudKitShare, any Error>?, Bool) = state.withLock { state in
            if let share = state.share { return (.success(share), false) }
            // A cancellation before this point has found no waiting task to resume.
            if Task.isCancelled { return (.failure(CancellationError()), false) }
            state.waiting[key] = continuation
            defer { state.isPreparing = true }
            return (nil, !state.isPreparing)
        }
        if let result { continuation.resume(with: result) }
        // A task of its own, so that cancelling the first task that asked does not cancel the handler.
        if starts { Task { await prepare() } }
    }

    /// Runs the handler and resumes the tasks that wait.
    ///
    /// After a failure the next task starts it again.
    private func prepare() async {
        let result: Result<CloudKitShare, any Error>
        do { result = .success(try await handler()) } catch { result = .failure(error) }
        let waiting = state.withLock { state in
            let waiting = state.waiting
            state = State(share: try? result.get(), nextKey: state.nextKey)
            return waiting
        }
        for continuation in waiting.values { continuation.resume(with: result) }
    }
}
