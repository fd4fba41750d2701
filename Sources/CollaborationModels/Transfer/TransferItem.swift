/// One thing to transfer, in several representations, the preferred one first.
///
/// It does what `NSItemProvider`, `Transferable` and the pasteboard do on Apple's systems. A collaboration
/// and a copy of its content are two representations of one item, and the receiver's user chooses between
/// them.
public struct TransferItem: Sendable {
    /// The collaboration that the item offers, or nil.
    ///
    /// The share sheet reads the options and the account from it. Unlike the encoded representations it has
    /// the handle and the name of the initiator.
    public private(set) var collaborationObject: CollaborationObject?

    /// The representations of the item, the preferred one first.
    public private(set) var representations: [TransferRepresentation] = []

    /// What the share sheet shows above its choices.
    public var preview: TransferPreview?

    /// Makes an item without representations.
    ///
    /// - Parameter preview: What the share sheet shows above its choices.
    public init(preview: TransferPreview? = nil) {
        self.preview = preview
    }

    /// Makes an item from a collaboration.
    ///
    /// - Parameters:
    ///   - object: The collaboration.
    ///   - preview: What the share sheet shows above its choices.
    public init(_ object: CollaborationObject, preview: TransferPreview? = nil) {
        self.init(preview: preview)
        register(object)
    }

    /// Adds a representation after those that the item has.
    ///
    /// - Parameter representation: The representation.
    public mutating func register(_ representation: TransferRepresentation) {
        representations.append(representation)
    }

    mutating func insertBeforeFiles(_ representation: TransferRepresentation) {
        let first = representations.firstIndex { $0.role == .copy || $0.typeIdentifier == .fileURL }
        representations.insert(representation, at: first ?? representations.endIndex)
    }

    /// Adds a collaboration, or replaces the one that the item has.
    ///
    /// - Parameters:
    ///   - object: The collaboration.
    ///   - visibility: Which receivers are offered it.
    public mutating func register(_ object: CollaborationObject, visibility: TransferVisibility = .all) {
        let representation = object.representation(visibility: visibility)
        if let index = representations.firstIndex(where: { $0.role == .collaboration }) {
            representations[index] = representation
        } else {
            representations.append(representation)
        }
        collaborationObject = object
    }
}

extension TransferItem: CustomStringConvertible {
    /// The title and the representations in their order.
    public var description: String {
        let forms = representations.map(\.description).joined(separator: ", ")
        return "\(preview?.title ?? "Item"): \(forms.isEmpty ? "no representations" : forms)"
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
