import CollaborationCore
import CollaborationTestSupport
import Testing

@Suite("Limits of share options")
struct ShareOptionsLimitTests {
    typealias Breach = ShareOptionsRulesTests.Breach

    /// Share options that are at every limit, or beyond one of them.
    static func groups(
        count: Int = 20,
        optionCount: Int = 100,
        requirementCount: Int = 100,
        identifier: String = String(repeating: "é", count: 512)
    ) -> [CollaborationOptionsGroup] {
        let required = (0..<requirementCount).map { OptionIdentifier("\($0 % 80)") }
        let options = (0..<optionCount - count).map { CollaborationOption.option("\($0)") }
        let last = CollaborationOption.option(OptionIdentifier(identifier), requires: required)
        return (1..<count).map { .switches("\($0)", .option("single \($0)")) }
            + [CollaborationOptionsGroup(identifier: identifier, options: options + [last])]
    }

    static let breaches = [
        Breach("a group too many", .tooManyGroups(21), groups(count: 21)),
        Breach("an option too many", .tooManyOptions(101), groups(optionCount: 101)),
        Breach(
            "a requirement too many",
            .tooManyRequirements(option: "a", found: 101),
            groups(requirementCount: 101, identifier: "a")
        ),
        Breach("an empty identifier of a group", .invalidIdentifier(.identifierEmpty), [.switches("", .option("a"))]),
        Breach("an empty identifier of an option", .invalidIdentifier(.identifierEmpty), [.switches("g", .option(""))]),
        Breach(
            "a long identifier of a requirement",
            .invalidIdentifier(.identifierTooLong),
            [.switches("g", .option("a", requires: [OptionIdentifier(String(repeating: "a", count: 1025))]))]
        ),
        Breach(
            "a noncharacter in the identifier of an option",
            .invalidIdentifier(.forbiddenCharacter),
            [.switches("g", .option("a\u{FFFE}"))]
        ),
    ]

    @Test("Share options can have 20 groups, 100 options and 100 requirements of an option")
    func atTheLimits() throws {
        #expect(try CollaborationShareOptions(optionsGroups: Self.groups()).options.count == 100)
    }
}
