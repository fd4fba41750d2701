/// A CloudKit share that exists, or that is prepared when collaboration starts.
///
/// Apple's name is `CKShareTransferRepresentation.ExportedShare`, with the same two ways to make one.
public struct ExportedShare: Sendable {
    /// The identifier of the CloudKit container that holds the share.
    public let container: String

    /// What the author allows a person to choose.
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

    /// A share that exists, to which people are invited.
    ///
    /// - Parameters:
    ///   - share: The share.
    ///   - container: The identifier of the CloudKit container that holds it.
    ///   - allowedSharingOptions: What the author allows a person to choose.
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

    /// A share that is created and saved when collaboration starts.
    ///
    /// - Parameters:
    ///   - container: The identifier of the CloudKit container that will hold it.
    ///   - allowedSharingOptions: What the author allows a person to choose.
    ///   - preparationHandler: Creates the share and saves it, or throws. It runs once, however many ask for
    ///     the share and however the value is copied; after a failure it runs again for the next who asks.
    /// - Returns: The share to be, ready for transfer.
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

    /// The share, when it exists by now.
    public var existingShare: CloudKitShare? { preparation.share }

    /// The share, prepared if it must be.
    ///
    /// - Returns: The existing share, or what the preparation handler made.
    /// - Throws: What the preparation handler throws.
    public func share() async throws -> CloudKitShare {
        try await preparation.value()
    }
}

extension ExportedShare: CustomStringConvertible {
    /// The share, or that it is to be prepared, and its container.
    public var description: String {
        "\(existingShare.map { "\($0)" } ?? "Share to be prepared") in \(container)"
    }
}
