package import CollaborationCore

/// Share options with a requirement across groups and one within a group.
///
/// Comments need the permission to make changes, and mentions need comments.
package enum SampleOptions {
    /// A picker of the permission to make changes, whose identifier may be another one, and *read*.
    package static func permission(_ identifier: OptionIdentifier = "edit") -> CollaborationOptionsGroup {
        let edit = CollaborationOption(title: "Can make changes", identifier: identifier)
        return .picker("permission", edit, CollaborationOption(title: "Read only", identifier: "read"))
    }

    package static func settings() -> CollaborationOptionsGroup {
        .switches("settings", .option("mentions", requires: ["comments"]), .option("comments", requires: ["edit"]))
    }

    package static func make() throws -> CollaborationShareOptions {
        try CollaborationShareOptions(optionsGroups: [permission(), settings()])
    }
}

extension CollaborationOption {
    /// An option whose title is its identifier in capitals.
    package static func option(
        _ identifier: OptionIdentifier,
        requires required: [OptionIdentifier] = [],
        on: Bool = false
    ) -> Self {
        CollaborationOption(
            title: identifier.rawValue.uppercased(),
            identifier: identifier,
            selected: on,
            requiredOptionsIdentifiers: required
        )
    }
}

extension CollaborationOptionsGroup {
    package static func switches(_ identifier: String, _ options: CollaborationOption...) -> Self {
        Self(identifier: identifier, options: options)
    }

    package static func picker(_ identifier: String, _ options: CollaborationOption...) -> Self {
        .picker(identifier: identifier, options: options)
    }
}
