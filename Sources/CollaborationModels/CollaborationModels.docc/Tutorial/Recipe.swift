import CollaborationCore
import CollaborationModels
import Foundation

/// A document of the app.
public struct Recipe: Sendable {
    /// The identifier on this device.
    public let identifier: LocalCollaborationIdentifier

    /// The title.
    public let title: String

    /// The text.
    public let text: String

    /// Makes a recipe.
    public init(identifier: LocalCollaborationIdentifier, title: String, text: String = "") {
        self.identifier = identifier
        self.title = title
        self.text = text
    }

    /// Makes what the share sheet and a drag get: the collaboration, and a copy of the text for other receivers.
    ///
    /// - Parameters:
    ///   - draft: The metadata to share, or nil to offer a copy alone, where the system does not support collaboration.
    ///   - image: A picture of the recipe.
    /// - Returns: The item, with the title as its preview.
    public func transferItem(of draft: CollaborationMetadata?, image: Data? = nil) -> TransferItem {
        var item = TransferItem(preview: TransferPreview(title: title, imageData: image))
        if let draft { item.registerObject(draft) }
        item.registerCopy(as: .utf8PlainText) { [text] in Data(text.utf8) }
        return item
    }

    /// The options that a person may change; the server offers the same.
    public static func options() throws(CollaborationOptionsError) -> CollaborationShareOptions {
        var permission = CollaborationOptionsGroup.picker(
            identifier: "permission",
            options: [
                CollaborationOption(title: "Can make changes", identifier: "write"),
                CollaborationOption(title: "Read only", identifier: "read"),
            ]
        )
        permission.title = "Permission"
        return try CollaborationShareOptions(optionsGroups: [permission])
    }

    /// Makes the metadata to share.
    ///
    /// - Parameter handle: The account that shares, for the person to confirm.
    /// - Returns: Metadata with the options that the person may change.
    public func draft(sharedBy handle: String) throws(CollaborationOptionsError) -> CollaborationMetadata {
        CollaborationMetadata(
            localIdentifier: identifier,
            title: title,
            defaultShareOptions: try Self.options(),
            initiatorHandle: handle
        )
    }
}
