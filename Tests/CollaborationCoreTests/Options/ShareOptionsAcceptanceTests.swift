import CollaborationCore
import CollaborationTestSupport
import Testing

@Suite("Acceptance of share options")
struct ShareOptionsAcceptanceTests {
    let defaults: CollaborationShareOptions

    init() throws {
        defaults = try SampleOptions.make()
    }

    @Test("The defaults accept themselves and any selection made from them")
    func accepts() throws {
        var selection = defaults
        #expect(defaults.accepts(selection))
        try selection.select("comments")
        #expect(defaults.accepts(try roundTrip(selection)))
        try selection.select("read")
        #expect(defaults.accepts(selection))
    }

    @Test("A selection with text in another language is accepted, and the text of the defaults is kept")
    func language() throws {
        let edit = CollaborationOption(title: "Darf bearbeiten", identifier: "edit")
        let read = CollaborationOption(title: "Nur lesen", identifier: "read", selected: true)
        var permission = CollaborationOptionsGroup.picker("permission", edit, read)
        permission.title = "Berechtigung"
        let selection = try CollaborationShareOptions(
            optionsGroups: [permission, SampleOptions.settings()],
            summary: "Nur lesen"
        )
        #expect(defaults.accepts(selection))
        #expect(try defaults.selecting(only: selection.selectedOptionsIdentifiers).summary == "Read only")
    }

    static let (permission, settings) = (SampleOptions.permission(), SampleOptions.settings())

    /// What a client might send in place of the permission and the settings.
    static let forgeries: [[CollaborationOptionsGroup]] = [
        // A missing group, an added one, another order, and a group of another name.
        [permission],
        [permission, settings, .switches("more", .option("admin", on: true))],
        [settings, permission],
        [.picker(identifier: "x", options: permission.options), settings],
        // A picker that became switches, an added option, and a dropped requirement.
        [CollaborationOptionsGroup(identifier: "permission", options: permission.options), settings],
        [.picker(identifier: "permission", options: permission.options + [.option("own")]), settings],
        [
            permission,
            .switches(
                "settings",
                CollaborationOption(title: "Allow mentions", identifier: "mentions"),
                settings.options[1]
            ),
        ],
    ]

    @Test(
        "A selection that differs in groups, options, styles or requirements is not accepted",
        arguments: forgeries
    )
    func refuses(_ forgery: [CollaborationOptionsGroup]) throws {
        let selection = try CollaborationShareOptions(optionsGroups: forgery)
        #expect(!defaults.accepts(selection))
    }
}
