import CollaborationCore
import CollaborationTestSupport
import Testing

@Suite("Share options rules")
struct ShareOptionsRulesTests {
    /// Groups that break one rule, and the error for that rule.
    struct Breach: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var error: CollaborationOptionsError
        var groups: [CollaborationOptionsGroup]

        init(_ description: String, _ error: CollaborationOptionsError, _ groups: [CollaborationOptionsGroup]) {
            (testDescription, self.error, self.groups) = (description, error, groups)
        }
    }

    static let breaches = [
        Breach(
            "two groups of one identifier",
            .duplicateGroup("g"),
            [.switches("g", .option("a")), .picker("g", .option("b"))]
        ),
        Breach(
            "two options of one identifier in a group",
            .duplicateOption("a"),
            [.switches("g", .option("a"), .option("a"))]
        ),
        Breach(
            "two options of one identifier in two groups",
            .duplicateOption("a"),
            [.switches("g", .option("a")), .picker("h", .option("b"), .option("a"))]
        ),
        Breach(
            "a group of switches without options",
            .emptyGroup("h"),
            [.switches("g", .option("a")), .switches("h")]
        ),
        Breach("a picker without options", .emptyGroup("g"), [.picker("g")]),
        Breach(
            "a required option that does not exist",
            .unknownRequirement(option: "a", required: "b"),
            [.switches("g", .option("a", requires: ["b"]))]
        ),
        Breach(
            "an option that requires itself",
            .requirementCycle(["a"]),
            [.switches("g", .option("a", requires: ["a"]))]
        ),
        Breach(
            "a picker's option that requires itself",
            .requirementCycle(["a"]),
            [.picker("g", .option("b"), .option("a", requires: ["a"]))]
        ),
        Breach(
            "a picker's option that requires another one of the picker",
            .siblingRequirement(option: "b", required: "a"),
            [.picker("g", .option("a"), .option("b", requires: ["free", "a"])), .switches("h", .option("free"))]
        ),
        Breach(
            "three options in a circle, and one that leads into it",
            .requirementCycle(["a", "b", "c"]),
            [
                .switches("g", .option("x", requires: ["a"]), .option("a", requires: ["b"])),
                .switches("h", .option("b", requires: ["free", "c"]), .option("free")),
                .switches("i", .option("c", requires: ["a"])),
            ]
        ),
        Breach(
            "a selected option whose requirements are off",
            .unmetRequirement(option: "a", required: ["c", "d"]),
            [
                .switches("g", .option("a", requires: ["b", "c", "d"], on: true), .option("b", on: true)),
                .switches("h", .option("c"), .option("d")),
            ]
        ),
        Breach(
            "a picker whose first option cannot be selected",
            .unmetRequirement(option: "a", required: ["b"]),
            [.picker("g", .option("a", requires: ["b"]), .option("c")), .switches("h", .option("b"))]
        ),
    ]

    @Test(
        "Making share options that break a rule or a limit throws its error",
        arguments: breaches + ShareOptionsLimitTests.breaches
    ) func making(_ breach: Breach) {
        #expect(throws: breach.error) { try CollaborationShareOptions(optionsGroups: breach.groups) }
    }

    @Test(
        "Decoding share options that break a rule or a limit throws its error",
        arguments: breaches + ShareOptionsLimitTests.breaches
    ) func decoding(_ breach: Breach) throws {
        let json = try encode(["optionsGroups": breach.groups])
        #expect(throws: breach.error) { try decode(CollaborationShareOptions.self, from: json) }
    }

    @Test("Every error of share options has a distinct description")
    func sentences() {
        let errors = (Self.breaches + ShareOptionsLimitTests.breaches).map(\.error)
        #expect(Set(errors.map(\.description)).count == Set(errors).count)
        let error = CollaborationOptionsError.unmetRequirement(option: "a", required: ["b"])
        #expect("\(error)" == "the option a requires b to be selected")
    }

    @Test("A group and an option may have one identifier")
    func oneName() throws {
        #expect(throws: Never.self) {
            try CollaborationShareOptions(optionsGroups: [.switches("a", .option("a"))])
        }
    }

    @Test("Groups whose identifiers normalize alike are two groups, and so are options")
    func bytes() {
        let groups: [CollaborationOptionsGroup] = [
            .switches("\u{e9}", .option("\u{e9}")), .switches("e\u{301}", .option("e\u{301}")),
        ]
        #expect(throws: Never.self) { try CollaborationShareOptions(optionsGroups: groups) }
    }

    @Test("Requirements may form a diamond")
    func diamond() throws {
        let diamond = CollaborationOptionsGroup.switches(
            "g",
            .option("top", requires: ["left", "right", "left"]),
            .option("left", requires: ["base"]),
            .option("right", requires: ["base"]),
            .option("base")
        )
        #expect(throws: Never.self) { try CollaborationShareOptions(optionsGroups: [diamond]) }
    }

    @Test("Share options may have no groups")
    func noGroups() throws { #expect(try CollaborationShareOptions(optionsGroups: []).options.isEmpty) }
}
