#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One thing to transfer, in several representations, the preferred one first.
///
/// It does what `NSItemProvider`, `Transferable` and the pasteboard do on Apple's systems. A collaboration and a copy
/// of its content are two representations of one item, and the receiver's user chooses between them.
public struct TransferItem: Sendable {
    /// The collaboration that was registered last as an object; nil without one.
    ///
    /// The share sheet reads the options and the account from it. Unlike the encoded representations it has
    /// the handle and the name of the initiator.
    public private(set) var collaborationObject: CollaborationObject?

    /// The representations of the item, the preferred one first.
    public private(set) var representations: [TransferRepresentation] = []

    /// What the share sheet shows above its choices.
    public var preview: TransferPreview?

    /// Makes an item from a collaboration, or one without representations.
    public init(_ object: CollaborationObject? = nil, preview: TransferPreview? = nil) {
        self.preview = preview
        if let object { register(object) }
    }

    /// Adds a representation after those that the item has.
    ///
    /// One with the role of a collaboration stands beside the ``collaborationObject``, and neither replaces the other.
    package mutating func register(_ representation: TransferRepresentation) {
        representations.append(representation)
    }

    /// Adds a collaboration, or replaces the ``collaborationObject`` that the item has.
    public mutating func register(_ object: CollaborationObject, visibility: TransferVisibility = .all) {
        let representation = object.representation(visibility: visibility)
        if let index = representations.firstIndex(where: \.isOfObject) {
            representations[index] = representation
        } else {
            representations.append(representation)
        }
        collaborationObject = object
    }
}

extension TransferItem {
    /// The representations that a receiver is offered, the preferred one first.
    ///
    /// - Returns: Those whose visibility reaches the receiver.
    package func representations(visibleTo receiver: TransferVisibility) -> [TransferRepresentation] {
        representations.filter { $0.visibility.rawValue <= receiver.rawValue }
    }
}

/// A type of an app whose values can be converted to a ``TransferItem``.
///
/// It stands for Apple's `Transferable`, and has another name so that both can be used in one file.
public protocol TransferItemConvertible: Sendable {
    /// The value as an item with its representations.
    var transferItem: TransferItem { get }
}

extension CollaborationMetadata: TransferItemConvertible {
    /// The custom collaboration that the metadata describes, with its title as the preview.
    public var transferItem: TransferItem {
        TransferItem(.custom(self), preview: title.map { TransferPreview(title: $0) })
    }
}

extension CollaborationObject {
    /// The form in which a receiver joins the collaboration.
    fileprivate func representation(visibility: TransferVisibility) -> TransferRepresentation {
        let (type, data): (TypeIdentifier, @Sendable () async throws -> Data) =
            switch self {
            case .custom(let metadata): (.collaborationMetadata, { try JSONEncoder().encode(metadata) })
            case .cloudKit(let share): (.cloudKitShare, { try JSONEncoder().encode(await share.share()) })
            case .iCloudDrive(let url): (.fileURL, { Data(url.absoluteString.utf8) })
            }
        var representation = TransferRepresentation(
            typeIdentifier: type,
            role: .collaboration,
            visibility: visibility,
            data: data
        )
        representation.isOfObject = true
        return representation
    }
}
