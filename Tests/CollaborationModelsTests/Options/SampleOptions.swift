import CollaborationModels

/// Share options with a requirement across groups and one within a group.
///
/// Comments need the permission to make changes, and mentions need comments.
enum SampleOptions {
    static func permission() -> CollaborationOptionsGroup {
        let edit = CollaborationOption(title: "Can make changes", identifier: "edit")
        return .picker("permission", edit, CollaborationOption(title: "Read only", identifier: "read"))
    }

    static func settings() -> CollaborationOptionsGroup {
        let mentions = CollaborationOption(
            title: "Allow mentions",
            identifier: "mentions",
            requiredOptionsIdentifiers: ["comments"]
        )
        let comments = CollaborationOption(
            title: "Allow comments",
            identifier: "comments",
            requiredOptionsIdentifiers: ["edit"]
        )
        return .switches("settings", mentions, comments)
    }

    static func make() throws -> CollaborationShareOptions {
        try CollaborationShareOptions(optionsGroups: [permission(), settings()])
    }
}

extension CollaborationOption {
    /// An option whose title is its identifier in capitals.
    static func option(_ identifier: String, requires required: [String] = [], on: Bool = false) -> Self {
        CollaborationOption(
            title: identifier.uppercased(),
            identifier: identifier,
            selected: on,
            requiredOptionsIdentifiers: required
        )
    }
}

extension CollaborationOptionsGroup {
    static func switches(_ identifier: String, _ options: CollaborationOption...) -> Self {
        Self(identifier: identifier, options: options)
    }

    static func picker(_ identifier: String, _ options: CollaborationOption...) -> Self {
        .picker(identifier: identifier, options: options)
    }
}
