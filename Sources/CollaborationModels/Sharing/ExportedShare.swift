import CollaborationProofs

/// A CloudKit share that exists, or that is prepared when collaboration starts.
///
/// Apple's name is `CKShareTransferRepresentation.ExportedShare`, with the same two ways to make one.
public struct ExportedShare: Sendable {
    /// The identifier of the CloudKit container that holds the share.
    public let container: String

    /// The sharing options that a person may choose from.
    public let allowedSharingOptions: AllowedSharingOptions

    private let preparation: SharePreparation

    private init(
        container: String,
        allowedSharingOptions: AllowedSharingOptions,
        preparation: SharePreparation
    ) {
        self.container = container
        self.allowedSharingOptions = allowedSharingOptions
        self.preparation = preparation
    }

    /// Makes an exported share from a share that exists.
    ///
    /// - Parameters:
    ///   - share: The share.
    ///   - container: The identifier of the CloudKit container that holds it.
    ///   - allowedSharingOptions: The sharing options that a person may choose from.
    /// - Returns: The share, ready for transfer.
    public static func existing(
        _ share: CloudKitShare,
        container: String,
        allowedSharingOptions: AllowedSharingOptions = .standard
    ) -> ExportedShare {
        ExportedShare(
            container: container,
            allowedSharingOptions: allowedSharingOptions,
            preparation: SharePreparation(existing: share)
        )
    }

    /// Makes an exported share whose CloudKit share is created when collaboration starts.
    ///
    /// - Parameters:
    ///   - container: The identifier of the CloudKit container that will hold it.
    ///   - allowedSharingOptions: The sharing options that a person may choose from.
    ///   - preparationHandler: Creates the share and saves it, or throws. It runs once for all copies of the
    ///     value, when ``share()`` is first called. After a failure the next call runs it again.
    /// - Returns: The share, ready for transfer.
    public static func prepareShare(
        container: String,
        allowedSharingOptions: AllowedSharingOptions = .standard,
        preparationHandler: @escaping @Sendable () async throws -> CloudKitShare
    ) -> ExportedShare {
        ExportedShare(
            container: container,
            allowedSharingOptions: allowedSharingOptions,
            preparation: SharePreparation(handler: preparationHandler)
        )
    }

    /// The share, if it exists by now.
    public var existingShare: CloudKitShare? { preparation.share }

    /// Returns the share, and prepares it first if it does not exist.
    ///
    /// - Returns: The existing share, or the one that the preparation handler made.
    /// - Throws: What the preparation handler throws, or `CancellationError` when the calling task is cancelled
    ///   while it waits. The preparation goes on for other callers.
    public func share() async throws -> CloudKitShare {
        try await preparation.value()
    }
}

extension ExportedShare: CustomStringConvertible {
    /// The share, or that it is to be prepared, and its container, on one line.
    public var description: String {
        let share = existingShare.map { "\($0)" } ?? "Share to be prepared"
        return "\(share) in \(container)".onOneLine
    }
}

/// Makes a share once and gives it to every task that asks for it.
private final class SharePreparation: Sendable {
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
