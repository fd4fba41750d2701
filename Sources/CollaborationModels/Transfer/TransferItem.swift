/// One thing to hand over, in several forms, the preferred one first.
///
/// It does what `NSItemProvider`, `Transferable` and the pasteboard do on Apple's systems. A collaboration
/// and a copy of its content are two representations of one item, and the receiver's user chooses between
/// them.
public struct TransferItem: Sendable {
    /// The collaboration, when the item offers one: what the share sheet reads its options and its account
    /// from.
    ///
    /// Unlike the encoded representations it has the handle and the name of the initiator.
    public private(set) var collaborationObject: CollaborationObject?

    /// The forms in which the item can be handed over, the preferred one first.
    public private(set) var representations: [TransferRepresentation] = []

    /// What the share sheet shows above its choices.
    public var preview: TransferPreview?

    /// Makes an item without representations.
    ///
    /// - Parameter preview: What the share sheet shows above its choices.
    public init(preview: TransferPreview? = nil) {
        self.preview = preview
    }

    /// Makes an item of a collaboration.
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

    /// Adds a collaboration; it takes the place of the one that the item had, or comes after the other
    /// representations.
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
