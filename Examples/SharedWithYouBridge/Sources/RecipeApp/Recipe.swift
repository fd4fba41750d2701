import CollaborationModels

/// A document of the app.
public struct Recipe: Sendable {
    /// The identifier on this device.
    public let identifier: LocalCollaborationIdentifier

    /// The title.
    public let title: String

    /// Makes a recipe.
    public init(identifier: LocalCollaborationIdentifier, title: String) {
        self.identifier = identifier
        self.title = title
    }

    /// Makes the metadata to share.
    ///
    /// - Parameter handle: The account that shares, for the person to confirm.
    /// - Returns: Metadata with the options that the person may change.
    /// - Throws: `CollaborationOptionsError`, if the options below break a rule.
    public func draft(sharedBy handle: String) throws(CollaborationOptionsError) -> CollaborationMetadata {
        var permission = CollaborationOptionsGroup.picker(
            identifier: "permission",
            options: [
                CollaborationOption(title: "Can make changes", identifier: "edit"),
                CollaborationOption(title: "Read only", identifier: "read"),
            ]
        )
        permission.title = "Permission"
        let settings = CollaborationOptionsGroup(
            identifier: "settings",
            options: [
                CollaborationOption(title: "Allow mentions", identifier: "mentions", isSelected: true)
            ]
        )
        return CollaborationMetadata(
            localIdentifier: identifier,
            title: title,
            defaultShareOptions: try CollaborationShareOptions(optionsGroups: [permission, settings]),
            initiatorHandle: handle
        )
    }
}
