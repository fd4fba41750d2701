import CollaborationCore
import CollaborationTestSupport
import Testing

@Suite("Selection in share options")
struct ShareOptionsSelectionTests {
    var options: CollaborationShareOptions

    init() throws { options = try SampleOptions.make() }

    @Test("Selecting an unknown option of share options throws")
    mutating func unknown() {
        let error = CollaborationOptionsError.unknownOption("shouting")
        #expect(throws: error) { try options.select("shouting") }
    }

    @Test("Selecting only an option that does not exist throws")
    func unknownOnly() {
        let error = CollaborationOptionsError.unknownOption("shouting")
        #expect(throws: error) { try options.selecting(only: ["edit", "shouting"]) }
    }

    @Test("Selecting only given identifiers compares them by their UTF-8 bytes")
    func bytes() throws {
        let (composed, decomposed): (OptionIdentifier, OptionIdentifier) = ("caf\u{e9}", "cafe\u{301}")
        let options = try CollaborationShareOptions(optionsGroups: [.switches("g", .option(composed))])
        #expect(try options.selecting(only: [composed]).isSelected(composed))
        #expect(throws: CollaborationOptionsError.unknownOption(decomposed)) {
            try options.selecting(only: [decomposed])
        }
    }

    @Test("Selecting an option throws while one it requires is off")
    mutating func unmet() throws {
        let error = CollaborationOptionsError.unmetRequirement(option: "mentions", required: ["comments"])
        #expect(throws: error) { try options.select("mentions") }
        try options.select("comments")
        try options.select("mentions")
        #expect(options.selectedOptionsIdentifiers == ["edit", "mentions", "comments"])
    }

    @Test("The error of an unmet requirement names all required options that are off")
    func severalRequirements() throws {
        var options = try CollaborationShareOptions(optionsGroups: [
            .switches("s", .option("a", on: true), .option("b"), .option("c"), .option("d", requires: ["a", "b", "c"]))
        ])
        #expect(throws: CollaborationOptionsError.unmetRequirement(option: "d", required: ["b", "c"])) {
            try options.select("d")
        }
    }

    @Test("Deselecting an option deselects all that depend on it through others")
    mutating func cascade() throws {
        try options.select("comments")
        try options.select("mentions")
        try options.select("read")
        #expect(options.selectedOptionsIdentifiers == ["read"])
    }

    @Test("Deselecting the selected option of a picker in share options throws")
    mutating func picker() throws {
        #expect(throws: CollaborationOptionsError.selectionRequired(group: "permission")) {
            try options.deselect("edit")
        }
    }

    @Test("A picker whose selected option loses a requirement selects the first option whose requirements are met")
    func fallback() throws {
        var options = try CollaborationShareOptions(optionsGroups: [
            .switches("s", .option("base", on: true), .option("extra")),
            .picker(
                "p",
                .option("needsExtra", requires: ["extra"]),
                .option("needsBase", requires: ["base"], on: true),
                .option("free"),
                .option("alsoFree")
            ),
        ])
        try options.deselect("base")
        #expect(options.selectedOptionsIdentifiers == ["free"])
    }

    @Test("Pickers whose selected options lose a requirement select anew, one after the other in their order")
    func fallbacks() throws {
        var options = try CollaborationShareOptions(optionsGroups: [
            .switches("s", .option("base", on: true)),
            .picker("p", .option("a", requires: ["base"], on: true), .option("b", requires: ["d"]), .option("free")),
            .picker("q", .option("c", requires: ["base"], on: true), .option("d")),
        ])
        try options.deselect("base")
        #expect(options.selectedOptionsIdentifiers == ["free", "d"])
    }

    @Test("Deselecting throws when it would leave a picker without an option to select")
    func noFallback() throws {
        var options = try CollaborationShareOptions(optionsGroups: [
            .switches("s", .option("base", on: true)), .picker("p", .option("only", requires: ["base"])),
        ])
        let before = options
        #expect(throws: CollaborationOptionsError.selectionRequired(group: "p")) {
            try options.deselect("base")
        }
        #expect(options == before)
    }

    @Test("Selecting a picker's option throws when it requires the option it would replace, through a switch")
    func rivals() throws {
        var options = try CollaborationShareOptions(optionsGroups: [
            .picker("p", .option("a"), .option("c", requires: ["between"])),
            .switches("s", .option("between", requires: ["a"], on: true)),
        ])
        let before = options
        #expect(throws: CollaborationOptionsError.unmetRequirement(option: "c", required: ["a"])) {
            try options.select("c")
        }
        #expect(options == before)
    }

    @Test("Selecting only given identifiers throws when the selection breaks a rule")
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
}

@Suite("Summary of share options")
struct ShareOptionsSummaryTests {
    @Test("A given summary is kept until it is set to an empty string")
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

    @Test("A summary made from the selected titles leaves out empty titles")
    func emptyTitles() throws {
        var group = SampleOptions.settings()
        group.options[1].title = ""
        var options = try CollaborationShareOptions(optionsGroups: [SampleOptions.permission(), group])
        try options.select("comments")
        #expect(options.summary == "Can make changes")
    }
}
