import CollaborationModels
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
        var permission = CollaborationOptionsGroup.picker(
            identifier: "permission",
            options: [
                CollaborationOption(title: "Darf bearbeiten", identifier: "edit"),
                CollaborationOption(title: "Nur lesen", identifier: "read", selected: true),
            ]
        )
        permission.title = "Berechtigung"
        let selection = try CollaborationShareOptions(
            optionsGroups: [permission, SampleOptions.settings()],
            summary: "Nur lesen"
        )
        #expect(defaults.accepts(selection))
        #expect(try defaults.selecting(only: selection.selectedOptionsIdentifiers).summary == "Read only")
    }

    /// A change that a client might make besides the selection.
    struct Forgery: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var groups: [CollaborationOptionsGroup]
    }

    static let forgeries = [
        Forgery(testDescription: "a missing group", groups: [SampleOptions.permission()]),
        Forgery(
            testDescription: "an added group",
            groups: [
                SampleOptions.permission(), SampleOptions.settings(),
                CollaborationOptionsGroup(
                    identifier: "more",
                    options: [SampleOptions.option("admin", on: true)]
                ),
            ]
        ),
        Forgery(
            testDescription: "groups in another order",
            groups: [SampleOptions.settings(), SampleOptions.permission()]
        ),
        Forgery(
            testDescription: "a group of another name",
            groups: [
                CollaborationOptionsGroup.picker(
                    identifier: "x",
                    options: SampleOptions.permission().options
                ),
                SampleOptions.settings(),
            ]
        ),
        Forgery(
            testDescription: "a picker that became switches",
            groups: [
                CollaborationOptionsGroup(
                    identifier: "permission",
                    options: SampleOptions.permission().options
                ),
                SampleOptions.settings(),
            ]
        ),
        Forgery(
            testDescription: "an added option",
            groups: [
                CollaborationOptionsGroup.picker(
                    identifier: "permission",
                    options: SampleOptions.permission().options + [SampleOptions.option("own")]
                ),
                SampleOptions.settings(),
            ]
        ),
        Forgery(
            testDescription: "a dropped requirement",
            groups: [
                SampleOptions.permission(),
                CollaborationOptionsGroup(
                    identifier: "settings",
                    options: [
                        CollaborationOption(title: "Allow mentions", identifier: "mentions"),
                        CollaborationOption(
                            title: "Allow comments",
                            identifier: "comments",
                            requiredOptionsIdentifiers: ["edit"]
                        ),
                    ]
                ),
            ]
        ),
    ]

    @Test(
        "A selection that differs in groups, options, styles or requirements is not accepted",
        arguments: forgeries
    )
    func refuses(_ forgery: Forgery) throws {
        let selection = try CollaborationShareOptions(optionsGroups: forgery.groups)
        #expect(!defaults.accepts(selection))
    }
}
