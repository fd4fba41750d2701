import CollaborationCore
import CollaborationTestSupport
import Testing

@Suite("Share options limits")
struct ShareOptionsLimitTests {
    typealias Breach = ShareOptionsRulesTests.Breach

    static let groupCount = CollaborationShareOptions.maximumGroupCount
    static let optionCount = CollaborationShareOptions.maximumOptionCount
    static let requirementCount = CollaborationShareOptions.maximumRequirementCount
    static let identifierByteCount = JSONLimits.identifierByteCount
    static let textByteCount = JSONLimits.textByteCount

    /// Share options that are at every limit, or beyond one of them.
    static func groups(
        count: Int = 2,
        optionCount: Int? = nil,
        requirementCount: Int = requirementCount,
        groupIdentifier: String = String(repeating: "é", count: identifierByteCount / 2),
        optionIdentifier: String = String(repeating: "é", count: identifierByteCount / 2),
        text change: (inout CollaborationOptionsGroup, String) -> Void = { _, _ in },
        textByteCount: Int = textByteCount
    ) -> [CollaborationOptionsGroup] {
        let required = (0..<requirementCount).map { "\($0)" }
        let fillCount = optionCount.map { $0 - count } ?? self.requirementCount + 1
        var options = (0..<fillCount).map { CollaborationOption.option("\($0)") }
        options.append(CollaborationOption.option(optionIdentifier, requires: required))
        var last = CollaborationOptionsGroup(identifier: groupIdentifier, options: options)
        change(&last, String(repeating: "é", count: textByteCount / 2) + (textByteCount % 2 == 0 ? "" : "a"))
        return (1..<count).map {
            CollaborationOptionsGroup(
                identifier: "\($0)",
                options: [CollaborationOption.option("single \($0)")]
            )
        } + [last]
    }

    static let texts: [@Sendable (inout CollaborationOptionsGroup, String) -> Void] = [
        { $0.title = $1 }, { $0.footer = $1 },
        { $0.options[$0.options.count - 1].title = $1 }, { $0.options[$0.options.count - 1].subtitle = $1 },
    ]

    static let longIdentifier = String(repeating: "é", count: identifierByteCount / 2) + "a"

    static let breaches = [
        Breach("a group too many", .tooManyGroups(101), groups(count: groupCount + 1)),
        Breach("an option too many", .tooManyOptions(1_001), groups(optionCount: optionCount + 1)),
        Breach(
            "a requirement too many",
            .tooManyRequirements(option: "a", found: 101),
            groups(requirementCount: requirementCount + 1, optionIdentifier: "a")
        ),
        Breach(
            "a group with an empty identifier",
            .invalidIdentifier(.empty),
            groups(groupIdentifier: "")
        ),
        Breach(
            "a group with a long identifier",
            .invalidIdentifier(.tooLong),
            groups(groupIdentifier: longIdentifier)
        ),
        Breach(
            "an option with a long identifier",
            .invalidIdentifier(.tooLong),
            groups(optionIdentifier: longIdentifier)
        ),
        Breach(
            "a requirement with a long identifier",
            .invalidIdentifier(.tooLong),
            [.switches("g", .option("a", requires: [longIdentifier]))]
        ),
    ]

    @Test("Share options that are exactly at the limits can be made")
    func atTheLimits() throws {
        #expect(throws: Never.self) {
            try CollaborationShareOptions(
                optionsGroups: Self.groups(
                    count: Self.groupCount,
                    optionCount: Self.optionCount,
                    text: { group, text in for change in Self.texts { change(&group, text) } }
                ),
                summary: String(repeating: "a", count: Self.textByteCount)
            )
        }
    }

    @Test("A text of options that is longer than the limit is cut when it is assigned", arguments: texts)
    func cutting(_ change: @Sendable (inout CollaborationOptionsGroup, String) -> Void) throws {
        let long = String(repeating: "é", count: Self.textByteCount / 2)
        var (group, cut) = (Self.groups(text: change)[0], Self.groups(text: change)[0])
        change(&group, long + "a")
        change(&cut, long)
        #expect(group == cut)
        #expect(try roundTrip(group) == group)
    }

    @Test("A summary that is longer than the limit is cut when it is assigned")
    func summary() throws {
        let long = String(repeating: "a", count: Self.textByteCount + 1)
        var options = try SampleOptions.make()
        options.summary = long
        #expect(options.summary.utf8.count == Self.textByteCount)
        #expect(try roundTrip(options) == options)
        #expect(try CollaborationShareOptions(optionsGroups: options.optionsGroups, summary: long) == options)
    }

    @Test("Decoding options with a text that is longer than the limit throws")
    func decodingTexts() {
        let long = String(repeating: "a", count: Self.textByteCount + 1)
        for json in [
            #"{"optionsGroups": [], "summary": "\#(long)"}"#,
            #"{"optionsGroups": [{"identifier": "g", "options": [], "title": "\#(long)"}]}"#,
        ] {
            let error = #expect(throws: MalformedJSONError.self) {
                try StrictJSONDecoder().decode(CollaborationShareOptions.self, from: json.utf8)
            }
            #expect(error?.rule == .textTooLong)
        }
    }

    /// Each picker has a fallback that requires the fallback of the next one.
    @Test("A hundred pickers whose options require each other are refilled", .timeLimit(.minutes(10)))
    func refilling() throws {
        let last = Self.groupCount - 1
        let pickers = (1...last).map { number in
            let never = (0..<7).map {
                CollaborationOption.option("\(number) never \($0)", requires: ["never"])
            }
            let first = CollaborationOption.option("\(number) first", requires: ["base"], on: true)
            let next = number == last ? [] : ["\(number + 1) fallback"]
            let fallback = CollaborationOption.option("\(number) fallback", requires: next)
            return CollaborationOptionsGroup.picker(
                identifier: "\(number)",
                options: never + [first, fallback]
            )
        }
        let switches = CollaborationOptionsGroup(
            identifier: "switches",
            options: [CollaborationOption.option("base", on: true), CollaborationOption.option("never")]
        )
        let defaults = try CollaborationShareOptions(optionsGroups: pickers + [switches])
        var options = defaults
        try options.deselect("base")
        #expect(options.selectedOptionsIdentifiers == (1...last).map { "\($0) fallback" })
        #expect(defaults.accepts(options))
        #expect(try defaults.selecting(only: options.selectedOptionsIdentifiers) == options)
    }
}
