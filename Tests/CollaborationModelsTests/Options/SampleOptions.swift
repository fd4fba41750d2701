import CollaborationModels

/// Share options with a requirement across groups and one within a group.
///
/// Comments need the permission to make changes, and mentions need comments.
enum SampleOptions {
    static func permission() -> CollaborationOptionsGroup {
        CollaborationOptionsGroup.picker(
            identifier: "permission",
            options: [
                CollaborationOption(title: "Can make changes", identifier: "edit"),
                CollaborationOption(title: "Read only", identifier: "read"),
            ]
        )
    }

    static func settings() -> CollaborationOptionsGroup {
        CollaborationOptionsGroup(
            identifier: "settings",
            options: [
                CollaborationOption(
                    title: "Allow mentions",
                    identifier: "mentions",
                    requiredOptionsIdentifiers: ["comments"]
                ),
                CollaborationOption(
                    title: "Allow comments",
                    identifier: "comments",
                    requiredOptionsIdentifiers: ["edit"]
                ),
            ]
        )
    }

    static func make() throws -> CollaborationShareOptions {
        try CollaborationShareOptions(optionsGroups: [permission(), settings()])
    }

    /// A switch that requires others.
    static func option(_ identifier: String, requires required: [String] = [], on: Bool = false)
        -> CollaborationOption
    {
        CollaborationOption(
            title: identifier.uppercased(),
            identifier: identifier,
            selected: on,
            requiredOptionsIdentifiers: required
        )
    }
}
