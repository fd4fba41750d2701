import CollaborationModels
import CollaborationTestSupport
import Testing

@Suite("Share options rules")
struct ShareOptionsRulesTests {
    /// Groups that break one rule, and the error for that rule.
    struct Breach: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var groups: [CollaborationOptionsGroup]
        var error: CollaborationOptionsError
    }

    private static func group(
        _ identifier: String,
        _ style: CollaborationOptionsGroup.Style,
        _ options: CollaborationOption...
    ) -> CollaborationOptionsGroup {
        CollaborationOptionsGroup(identifier: identifier, options: options, style: style)
    }

    private static func option(
        _ identifier: String,
        requires required: [String] = [],
        on: Bool = false
    ) -> CollaborationOption {
        SampleOptions.option(identifier, requires: required, on: on)
    }

    static let breaches = [
        Breach(
            testDescription: "two groups of one identifier",
            groups: [group("g", .switches, option("a")), group("g", .picker, option("b"))],
            error: .duplicateGroup("g")
        ),
        Breach(
            testDescription: "two options of one identifier in a group",
            groups: [group("g", .switches, option("a"), option("a"))],
            error: .duplicateOption("a")
        ),
        Breach(
            testDescription: "two options of one identifier in two groups",
            groups: [group("g", .switches, option("a")), group("h", .picker, option("b"), option("a"))],
            error: .duplicateOption("a")
        ),
        Breach(
            testDescription: "a group of switches without options",
            groups: [group("g", .switches, option("a")), group("h", .switches)],
            error: .emptyGroup("h")
        ),
        Breach(
            testDescription: "a picker without options",
            groups: [group("g", .picker)],
            error: .emptyGroup("g")
        ),
        Breach(
            testDescription: "a required option that does not exist",
            groups: [group("g", .switches, option("a", requires: ["b"]))],
            error: .unknownRequirement(option: "a", required: "b")
        ),
        Breach(
            testDescription: "an option that requires itself",
            groups: [group("g", .switches, option("a", requires: ["a"]))],
            error: .requirementCycle(["a"])
        ),
        Breach(
            testDescription: "a picker's option that requires itself",
            groups: [group("g", .picker, option("b"), option("a", requires: ["a"]))],
            error: .requirementCycle(["a"])
        ),
        Breach(
            testDescription: "a picker's option that requires another one of the picker",
            groups: [
                group("g", .picker, option("a"), option("b", requires: ["free", "a"])),
                group("h", .switches, option("free")),
            ],
            error: .siblingRequirement(option: "b", required: "a")
        ),
        Breach(
            testDescription: "three options in a circle, and one that leads into it",
            groups: [
                group("g", .switches, option("x", requires: ["a"]), option("a", requires: ["b"])),
                group("h", .switches, option("b", requires: ["free", "c"]), option("free")),
                group("i", .switches, option("c", requires: ["a"])),
            ],
            error: .requirementCycle(["a", "b", "c"])
        ),
        Breach(
            testDescription: "a selected option whose requirements are off",
            groups: [
                group(
                    "g",
                    .switches,
                    option("a", requires: ["b", "c", "d"], on: true),
                    option("b", on: true),
                    option("c"),
                    option("d")
                )
            ],
            error: .unmetRequirement(option: "a", required: ["c", "d"])
        ),
        Breach(
            testDescription: "a picker whose first option cannot be selected",
            groups: [
                group("g", .picker, option("a", requires: ["b"]), option("c")),
                group("h", .switches, option("b")),
            ],
            error: .unmetRequirement(option: "a", required: ["b"])
        ),
    ]

    @Test(
        "Making share options that break a rule or a limit throws its error",
        arguments: breaches + ShareOptionsLimitTests.breaches
    )
    func making(_ breach: Breach) {
        #expect(throws: breach.error) { try CollaborationShareOptions(optionsGroups: breach.groups) }
    }

    @Test(
        "Decoding share options that break a rule or a limit throws its error",
        arguments: breaches + ShareOptionsLimitTests.breaches
    )
    func decoding(_ breach: Breach) throws {
        let json = try encode(["optionsGroups": breach.groups])
        let rule = brokenRule(
            CollaborationOptionsError.self,
            decoding: CollaborationShareOptions.self,
            from: json
        )
        #expect(rule == breach.error)
    }

    @Test("Every error of share options has a distinct description")
    func sentences() {
        let errors = (Self.breaches + ShareOptionsLimitTests.breaches).map(\.error)
        #expect(Set(errors.map(\.description)).count == Set(errors).count)
        let error = CollaborationOptionsError.unmetRequirement(option: "a", required: ["b"])
        #expect("\(error)" == "the option a requires b to be selected")
    }

    @Test(
        "A group and an option may share an identifier, requirements may form a diamond, and there may be no groups"
    )
    func allowed() throws {
        let diamond = Self.group(
            "top",
            .switches,
            Self.option("top", requires: ["left", "right", "left"]),
            Self.option("left", requires: ["base"]),
            Self.option("right", requires: ["base"]),
            Self.option("base")
        )
        #expect(try CollaborationShareOptions(optionsGroups: [diamond]).options.count == 4)
        #expect(try CollaborationShareOptions(optionsGroups: []).options.isEmpty)
    }

    @Test("A chain of 10,000 requirements is checked and deselected without deep recursion")
    func longChain() throws {
        let count = CollaborationShareOptions.maximumOptionCount
        let chain = (0..<count).map { Self.option("\($0)", requires: $0 + 1 < count ? ["\($0 + 1)"] : []) }
        var options = try CollaborationShareOptions(
            optionsGroups: [CollaborationOptionsGroup(identifier: "chain", options: chain)]
        )
        options = try options.selecting(only: chain.map(\.identifier))
        try options.deselect("\(count - 1)")
        #expect(options.selectedOptionsIdentifiers.isEmpty)
    }
}
