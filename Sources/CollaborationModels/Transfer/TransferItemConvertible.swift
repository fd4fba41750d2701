/// A type of an app whose values can be handed over.
///
/// It stands for Apple's `Transferable`, under another name so that both can be used in one file.
public protocol TransferItemConvertible: Sendable {
    /// The value in the forms in which it can be handed over.
    var transferItem: TransferItem { get }
}

extension CollaborationMetadata: TransferItemConvertible {
    /// The custom collaboration that the metadata describes, with its title as the preview.
    public var transferItem: TransferItem {
        TransferItem(.custom(self), preview: title.map { TransferPreview(title: $0) })
    }
}
