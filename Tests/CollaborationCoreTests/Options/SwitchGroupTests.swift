import CollaborationCore
import CollaborationTestSupport
import Testing

@Suite("Switch groups")
struct SwitchGroupTests {
    var extras = CollaborationOptionsGroup(
        identifier: "extras",
        options: [
            CollaborationOption(title: "Allow mentions", identifier: "mentions"),
            CollaborationOption(title: "Allow comments", identifier: "comments", selected: true),
        ]
    )

    @Test("A new group has an empty title, an empty footer and the style of switches")
    func defaults() {
        #expect(extras.title == "")
        #expect(extras.footer == "")
        #expect(extras.style == .switches)
    }

    @Test("Switches are selected and deselected independently")
    mutating func independence() throws {
        #expect(extras.options.map(\.isSelected) == [false, true])
        extras.options[0].isSelected = true
        #expect(extras.options.map(\.isSelected) == [true, true])
        extras.options[1].isSelected = false
        #expect(extras.options.map(\.isSelected) == [true, false])
    }

    @Test("A switch group has no selectedOptionIdentifier, and setting it has no effect")
    mutating func noPicker() {
        #expect(extras.selectedOptionIdentifier == nil)
        extras.selectedOptionIdentifier = "mentions"
        #expect(extras.options.map(\.isSelected) == [false, true])
    }

    @Test("Options that are written by hand may leave out what has a default")
    func byHand() throws {
        let json = #"{"identifier": "a", "options": [{"identifier": "b", "title": "B"}]}"#
        #expect(
            try decode(CollaborationOptionsGroup.self, from: json)
                == CollaborationOptionsGroup(
                    identifier: "a",
                    options: [CollaborationOption(title: "B", identifier: "b")]
                )
        )
    }
}

@Suite("Options")
struct OptionTests {
    @Test("A new option has Apple's defaults")
    func defaults() {
        let option = CollaborationOption(title: "Allow comments", identifier: "comments")
        #expect(option.subtitle == "")
        #expect(!option.isSelected)
        #expect(option.requiredOptionsIdentifiers == [])
    }
}
