import CollaborationModels
import Testing

@Suite("Option identifiers")
struct OptionIdentifierTests {
    /// Two identifiers that are equal strings and have different bytes.
    static let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")

    static func make() throws -> CollaborationShareOptions {
        try CollaborationShareOptions(optionsGroups: [
            CollaborationOptionsGroup(
                identifier: composed,
                options: [
                    SampleOptions.option(composed), SampleOptions.option(decomposed),
                    SampleOptions.option("child", requires: [decomposed]),
                ]
            ),
            .picker(identifier: decomposed, options: [SampleOptions.option("a"), SampleOptions.option("b")]),
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
        #expect(SampleOptions.option(Self.composed) != SampleOptions.option(Self.decomposed))
        let options = [Self.composed, Self.decomposed].map { SampleOptions.option("child", requires: [$0]) }
        #expect(options[0] != options[1] && Set(options).count == 2)
        let groups = [Self.composed, Self.decomposed].map {
            CollaborationOptionsGroup(identifier: $0, options: options)
        }
        #expect(groups[0] != groups[1] && Set(groups).count == 2)
    }

    @Test("A picker distinguishes option identifiers by their bytes")
    func picker() {
        var picker = CollaborationOptionsGroup.picker(
            identifier: "picker",
            options: [SampleOptions.option(Self.composed), SampleOptions.option(Self.decomposed)]
        )
        picker.selectedOptionIdentifier = Self.decomposed
        #expect(picker.options.map(\.isSelected) == [false, true])
        picker.options[0].isSelected = true
        #expect(picker.options.map(\.isSelected) == [true, false])
    }

    @Test("A selection whose identifiers differ from the defaults in bytes is not accepted")
    func acceptance() throws {
        let both = try [Self.composed, Self.decomposed].map {
            try CollaborationShareOptions(optionsGroups: [
                CollaborationOptionsGroup(identifier: "group", options: [SampleOptions.option($0)])
            ])
        }
        let (defaults, selection) = (both[0], both[1])
        #expect(defaults.accepts(defaults) && !defaults.accepts(selection))
        #expect(throws: CollaborationOptionsError.self) {
            try defaults.selecting(only: [Self.decomposed])
        }
    }

    /// Swift's strings would take minutes: they sort a run of combining marks, which takes quadratic time.
    @Test(
        "Share options are checked in time linear in the length of their identifiers",
        .timeLimit(.minutes(1))
    )
    func linearTime() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 250_000)
        let options = try CollaborationShareOptions(optionsGroups: [
            CollaborationOptionsGroup(
                identifier: marks,
                options: [
                    SampleOptions.option(marks, requires: [marks + "a"]), SampleOptions.option(marks + "a"),
                ]
            )
        ])
        let selection = try options.selecting(only: [marks, marks + "a"])
        #expect(options.accepts(selection))
        #expect(selection.isSelected(marks + "a"))
    }
}
