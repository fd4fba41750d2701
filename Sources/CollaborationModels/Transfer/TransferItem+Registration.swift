#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TransferItem {
    /// Adds a custom collaboration, as `registerObject` of `NSItemProvider` does.
    public mutating func registerObject(_ metadata: CollaborationMetadata, visibility: TransferVisibility = .all) {
        register(.custom(metadata), visibility: visibility)
    }

    /// Adds a CloudKit share that exists, as `registerCKShare` of `NSItemProvider` does.
    public mutating func registerCKShare(
        _ share: CloudKitShare,
        container: String,
        allowedSharingOptions: AllowedSharingOptions = .standard
    ) {
        let share = ExportedShare.existing(share, container: container, allowedSharingOptions: allowedSharingOptions)
        register(.cloudKit(share))
    }

    /// Adds a CloudKit share that is prepared when collaboration starts, as `registerCKShare` of `NSItemProvider` does.
    ///
    /// The parameters are those of ``ExportedShare/prepareShare(container:allowedSharingOptions:preparationHandler:)``.
    public mutating func registerCKShare(
        container: String,
        allowedSharingOptions: AllowedSharingOptions = .standard,
        preparationHandler: @escaping @Sendable () async throws -> CloudKitShare
    ) {
        let share = ExportedShare.prepareShare(
            container: container,
            allowedSharingOptions: allowedSharingOptions,
            preparationHandler: preparationHandler
        )
        register(.cloudKit(share))
    }

    /// Adds the content as a copy, such as an export to a common file format.
    public mutating func registerCopy(
        as typeIdentifier: TypeIdentifier = .data,
        visibility: TransferVisibility = .all,
        data: @escaping @Sendable () async throws -> Data
    ) {
        register(
            TransferRepresentation(typeIdentifier: typeIdentifier, role: .copy, visibility: visibility, data: data)
        )
    }

    /// Adds a link, for receivers that understand nothing else.
    public mutating func registerLink(_ url: URL, visibility: TransferVisibility = .all) {
        register(
            TransferRepresentation(typeIdentifier: .url, role: .link, visibility: visibility) {
                Data(url.absoluteString.utf8)
            }
        )
    }
}
