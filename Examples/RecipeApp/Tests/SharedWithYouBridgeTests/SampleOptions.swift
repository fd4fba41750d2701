import CollaborationCore
import CollaborationModels

/// Share options that use every member.
enum SampleOptions {
    static func all() throws -> CollaborationShareOptions {
        var permission = CollaborationOptionsGroup.picker(
            identifier: "permission",
            options: [
                CollaborationOption(title: "Read only", identifier: "read"),
                CollaborationOption(title: "Can make changes", identifier: "edit", selected: true),
            ]
        )
        permission.title = "Permission"
        permission.footer = "Only people you invite"
        let settings = CollaborationOptionsGroup(
            identifier: "settings",
            options: [
                CollaborationOption(title: "Allow comments", identifier: "comments", selected: true),
                CollaborationOption(
                    title: "Allow mentions",
                    identifier: "mentions",
                    subtitle: "In comments",
                    requiredOptionsIdentifiers: ["comments", "edit"]
                ),
            ]
        )
        return try CollaborationShareOptions(optionsGroups: [permission, settings])
    }

    static let name = PersonName(
        namePrefix: "Dr.",
        givenName: "Johnny",
        middleName: "C.",
        familyName: "Appleseed",
        nameSuffix: "Jr.",
        nickname: "Jo"
    )
}
