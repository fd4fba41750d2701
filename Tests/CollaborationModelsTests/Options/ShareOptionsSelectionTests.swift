import CollaborationModels
import Testing

@Suite("Selecting among share options")
struct ShareOptionsSelectionTests {
    var options: CollaborationShareOptions

    init() throws {
        options = try SampleOptions.make()
    }

    @Test("reports an unknown option and changes nothing")
    mutating func unknown() throws {
        let before = options
        #expect(throws: CollaborationOptionsError.unknownOption("shouting")) {
            try options.select("shouting")
        }
        #expect(throws: CollaborationOptionsError.unknownOption("shouting")) {
            try options.deselect("shouting")
        }
        #expect(throws: CollaborationOptionsError.unknownOption("shouting")) {
            _ = try options.selecting(only: ["edit", "shouting"])
        }
        #expect(options == before)
    }

    @Test("is refused while a required option is off")
    mutating func unmet() throws {
        #expect(!options.canInteract(with: "mentions"))
        #expect(
            throws: CollaborationOptionsError.unmetRequirement(option: "mentions", required: ["comments"])
        ) {
            try options.select("mentions")
        }
        try options.select("comments")
        #expect(options.canInteract(with: "mentions"))
        try options.select("mentions")
        #expect(options.selectedOptionsIdentifiers == ["edit", "mentions", "comments"])
    }

    @Test("of a required option off deselects what depends on it, step by step, across groups")
    mutating func cascade() throws {
        try options.select("comments")
        try options.select("mentions")
        try options.select("read")
        #expect(options.selectedOptionsIdentifiers == ["read"])
        try options.select("edit")
        #expect(options.selectedOptionsIdentifiers == ["edit"])
    }

    @Test("leaves alone what does not depend on a deselected option")
    mutating func independence() throws {
        try options.select("comments")
        try options.select("mentions")
        try options.deselect("mentions")
        #expect(options.selectedOptionsIdentifiers == ["edit", "comments"])
    }

    @Test("off is refused for what a picker has selected")
    mutating func picker() throws {
        #expect(throws: CollaborationOptionsError.selectionRequired(group: "permission")) {
            try options.deselect("edit")
        }
        try options.deselect("read")
        #expect(options.isSelected("edit"))
    }

    @Test("again what is selected, or off what is off, has no effect")
    mutating func idempotence() throws {
        try options.select("comments")
        let before = options
        try options.select("comments")
        try options.select("edit")
        try options.deselect("mentions")
        #expect(options == before)
    }

    @Test("lets a picker that loses its option fall back to the first that is allowed")
    func fallback() throws {
        var options = try CollaborationShareOptions(optionsGroups: [
            CollaborationOptionsGroup(
                identifier: "s",
                options: [SampleOptions.option("base", on: true), SampleOptions.option("extra")]
            ),
            CollaborationOptionsPickerGroup(
                identifier: "p",
                options: [
                    SampleOptions.option("needsExtra", requires: ["extra"]),
                    SampleOptions.option("needsBase", requires: ["base"], on: true),
                    SampleOptions.option("free"),
                    SampleOptions.option("alsoFree"),
                ]
            ),
        ])
        try options.deselect("base")
        #expect(options.selectedOptionsIdentifiers == ["free"])
    }

    @Test("lets pickers fall back that depend on each other, whichever comes first")
    func dependentFallback() throws {
        var options = try CollaborationShareOptions(optionsGroups: [
            CollaborationOptionsPickerGroup(
                identifier: "p",
                options: [
                    SampleOptions.option("p1", requires: ["base"], on: true),
                    SampleOptions.option("p2", requires: ["q2"]),
                ]
            ),
            CollaborationOptionsPickerGroup(
                identifier: "q",
                options: [
                    SampleOptions.option("q1", requires: ["base"], on: true), SampleOptions.option("q2"),
                ]
            ),
            CollaborationOptionsGroup(identifier: "s", options: [SampleOptions.option("base", on: true)]),
        ])
        try options.deselect("base")
        #expect(options.selectedOptionsIdentifiers == ["p2", "q2"])
    }

    @Test("off is refused when it would leave a picker without an option")
    func noFallback() throws {
        var options = try CollaborationShareOptions(optionsGroups: [
            CollaborationOptionsGroup(identifier: "s", options: [SampleOptions.option("base", on: true)]),
            CollaborationOptionsPickerGroup(
                identifier: "p",
                options: [SampleOptions.option("only", requires: ["base"])]
            ),
        ])
        let before = options
        #expect(throws: CollaborationOptionsError.selectionRequired(group: "p")) {
            try options.deselect("base")
        }
        #expect(options == before)
    }

    @Test(
        "is refused for a choice that requires its rival, by itself or through another",
        arguments: ["b", "c"]
    )
    func rivals(_ choice: String) throws {
        var options = try CollaborationShareOptions(optionsGroups: [
            CollaborationOptionsPickerGroup(
                identifier: "p",
                options: [
                    SampleOptions.option("a"), SampleOptions.option("b", requires: ["a"]),
                    SampleOptions.option("c", requires: ["between"]),
                ]
            ),
            CollaborationOptionsGroup(
                identifier: "s",
                options: [SampleOptions.option("between", requires: ["a"], on: true)]
            ),
        ])
        let before = options
        #expect(throws: CollaborationOptionsError.unmetRequirement(option: choice, required: ["a"])) {
            try options.select(choice)
        }
        #expect(options == before)
    }

    @Test("at once takes exactly what is named, in any order")
    func atOnce() throws {
        let chosen = try options.selecting(only: ["mentions", "comments", "edit", "edit"])
        #expect(chosen.selectedOptionsIdentifiers == ["edit", "mentions", "comments"])
        #expect(try chosen.selecting(only: ["read"]).selectedOptionsIdentifiers == ["read"])
    }

    @Test("at once keeps the rules")
    func atOnceRules() {
        #expect(throws: CollaborationOptionsError.wrongSelectionCount(group: "permission", found: 0)) {
            _ = try options.selecting(only: ["comments"])
        }
        #expect(throws: CollaborationOptionsError.wrongSelectionCount(group: "permission", found: 2)) {
            _ = try options.selecting(only: ["read", "edit"])
        }
        #expect(throws: CollaborationOptionsError.unmetRequirement(option: "comments", required: ["edit"])) {
            _ = try options.selecting(only: ["read", "comments"])
        }
    }

    @Test("can be read by identifier")
    func reading() {
        #expect(options.group("permission")?.selectedOptionIdentifier == "edit")
        #expect(options.group("edit") == nil)
        #expect(options.option("read")?.title == "Read only")
        #expect(options.option("permission") == nil)
        #expect(options.isSelected("edit"))
        #expect(!options.isSelected("shouting"))
        #expect(!options.canInteract(with: "shouting"))
    }
}

@Suite("The summary of share options")
struct ShareOptionsSummaryTests {
    @Test("is made of the selected titles and follows the selection")
    func made() throws {
        var options = try SampleOptions.make()
        #expect(options.summary == "Can make changes")
        try options.select("comments")
        #expect(options.summary == "Can make changes, Allow comments")
    }

    @Test("is what the author gives, until it is emptied")
    func given() throws {
        var options = try CollaborationShareOptions(
            optionsGroups: [SampleOptions.permission()],
            summary: "Everyone can edit"
        )
        #expect(options.summary == "Everyone can edit")
        options.summary = "Ask Charlie"
        #expect(try roundTrip(options).summary == "Ask Charlie")
        options.summary = ""
        #expect(options.summary == "Can make changes")
        #expect(try roundTrip(options) == options)
    }

    @Test("is Apple's default when nothing is selected")
    func nothing() throws {
        #expect(try CollaborationShareOptions(optionsGroups: []).summary == "Share Options")
    }
}
