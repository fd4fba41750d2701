/// A CloudKit share that exists, or that is prepared when collaboration starts.
///
/// Apple's name is `CKShareTransferRepresentation.ExportedShare`, with the same two ways to make one.
public struct ExportedShare: Sendable {
    /// The identifier of the CloudKit container that holds the share.
    public let container: String

    /// The sharing options that a person may choose from.
    public let allowedSharingOptions: AllowedSharingOptions

    private let preparation: SharePreparation

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
            preparation: SharePreparation { share }
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

    /// Returns the share, and prepares it first if it does not exist.
    ///
    /// - Returns: The existing share, or the one that the preparation handler made.
    /// - Throws: What the preparation handler throws.
    public func share() async throws -> CloudKitShare {
        try await preparation.share()
    }
}

/// Makes a share once and gives it to every task that asks for it.
private actor SharePreparation {
    private let handler: @Sendable () async throws -> CloudKitShare
    private var task: Task<CloudKitShare, any Error>?

    init(handler: @escaping @Sendable () async throws -> CloudKitShare) {
        self.handler = handler
    }

    func share() async throws -> CloudKitShare {
        // A task of its own, so that canceling the first task that asks does not cancel the handler.
        let task = task ?? Task { try await handler() }
        self.task = task
        do { return try await task.value } catch {
            if self.task == task { self.task = nil }
            throw error
        }
    }
}
