import CollaborationCore
import CollaborationTestSupport
import Testing

@Suite("Option identifiers")
struct OptionIdentifierTests {
    /// Two identifiers that are equal strings and have different bytes.
    static let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")

    static func make() throws -> CollaborationShareOptions {
        try CollaborationShareOptions(optionsGroups: [
            .switches(
                composed,
                .option(composed),
                .option(decomposed),
                .option("child", requires: [decomposed])
            ),
            .picker(decomposed, .option("a"), .option("b")),
        ])
    }

    @Test("Option identifiers with different UTF-8 bytes are distinct, even if the strings are equal")
    func distinct() throws {
        var options = try Self.make()
        #expect(options.group(Self.composed)?.style == .switches)
        #expect(options.group(Self.decomposed)?.style == .picker)
        try options.select(Self.composed)
        #expect(options.isSelected(Self.composed) && !options.isSelected(Self.decomposed))
        #expect(!options.canInteract(with: "child"))
        #expect(
            throws: CollaborationOptionsError.unmetRequirement(option: "child", required: [Self.decomposed])
        ) { try options.select("child") }
        try options.select(Self.decomposed)
        try options.select("child")
        try options.deselect(Self.composed)
        #expect(options.isSelected("child"))
        try options.deselect(Self.decomposed)
        #expect(options.selectedOptionsIdentifiers == ["a"])
    }

    @Test("Options are equal only if their identifiers and requirements have the same bytes")
    func equality() {
        #expect(CollaborationOption.option(Self.composed) != CollaborationOption.option(Self.decomposed))
        let options = [Self.composed, Self.decomposed].map {
            CollaborationOption.option("child", requires: [$0])
        }
        #expect(options[0] != options[1] && Set(options).count == 2)
        let groups = [Self.composed, Self.decomposed].map {
            CollaborationOptionsGroup(identifier: $0, options: options)
        }
        #expect(groups[0] != groups[1] && Set(groups).count == 2)
    }

    @Test("A picker distinguishes option identifiers by their bytes")
    func picker() {
        var picker = CollaborationOptionsGroup.picker("p", .option(Self.composed), .option(Self.decomposed))
        picker.selectedOptionIdentifier = Self.decomposed
        #expect(picker.options.map(\.isSelected) == [false, true])
        picker.options[0].isSelected = true
        #expect(picker.options.map(\.isSelected) == [true, false])
    }

    @Test("A selection whose identifiers differ from the defaults in bytes is not accepted")
    func acceptance() throws {
        let both = try [Self.composed, Self.decomposed].map {
            try CollaborationShareOptions(optionsGroups: [.switches("group", .option($0))])
        }
        let (defaults, selection) = (both[0], both[1])
        #expect(defaults.accepts(defaults) && !defaults.accepts(selection))
        #expect(throws: CollaborationOptionsError.self) { try defaults.selecting(only: [Self.decomposed]) }
    }

    /// Swift's strings would take half an hour: they sort a run of combining marks, which takes quadratic time.
    @Test(
        "Identifiers and texts of options are compared and hashed in linear time",
        .timeLimit(.minutes(10)),
        arguments: 0..<7
    )
    func linearTime(place: Int) throws {
        let marks = ["", "a"].map { $0 + String(repeating: "\u{301}\u{323}", count: 100_000) }
        let values = marks.map { marks in
            let texts = (0..<7).map { $0 == place ? marks : "text" }
            let option = CollaborationOption(
                title: texts[0],
                identifier: texts[1],
                subtitle: texts[2],
                requiredOptionsIdentifiers: [texts[3]]
            )
            var group = CollaborationOptionsGroup(identifier: texts[4], options: [option])
            group.title = texts[5]
            group.footer = texts[6]
            return group
        }
        #expect(values[0] == values[0] && values[0] != values[1])
        #expect(Set(values).count == 2)
    }
}
