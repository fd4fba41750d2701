import CollaborationCore

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
    package var existingShare: CloudKitShare? { preparation.share }

    /// Returns the share, and prepares it first if it does not exist.
    ///
    /// - Returns: The existing share, or the one that the preparation handler made.
    /// - Throws: What the preparation handler throws, or `CancellationError` when the calling task is cancelled
    ///   while it waits. The preparation goes on for other callers.
    public func share() async throws -> CloudKitShare {
        try await preparation.value()
    }
}

/// Makes a share once and gives it to every task that asks for it.
private struct SharePreparation: Sendable {
    typealias Handler = @Sendable () async throws -> CloudKitShare

    private struct State {
        var share: CloudKitShare?
        var isPreparing = false
    }

    private let handler: Handler
    private let results: Broadcast<State, Result<CloudKitShare, any Error>>

    init(handler: @escaping Handler) {
        self.handler = handler
        results = Broadcast(State())
    }

    init(existing share: CloudKitShare) {
        handler = { share }
        results = Broadcast(State(share: share))
    }

    /// The share, if it exists by now.
    var share: CloudKitShare? { results.state.share }

    /// Returns the share: the first task that asks starts the handler, and the others wait for it.
    ///
    /// A cancelled task stops waiting. The handler goes on for the others.
    func value() async throws -> CloudKitShare {
        if let share { return share }
        try Task.checkCancellation()
        var starts = false
        let results = results.subscribe { state in
            if let share = state.share { return .success(share) }
            starts = !state.isPreparing
            state.isPreparing = true
            return nil
        }
        // A task of its own, so that cancelling the first task that asked does not cancel the handler.
        if starts { Task { await prepare() } }
        for await result in results { return try result.get() }
        throw CancellationError()
    }

    /// Runs the handler and tells the tasks that wait.
    ///
    /// After a failure the next task starts it again.
    private func prepare() async {
        let result: Result<CloudKitShare, any Error>
        do { result = .success(try await handler()) } catch { result = .failure(error) }
        results.send { state in
            state = State(share: try? result.get())
            return result
        }
    }
}
