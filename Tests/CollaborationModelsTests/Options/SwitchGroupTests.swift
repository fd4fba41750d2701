import CollaborationModels
import Testing

@Suite("A group of switches")
struct SwitchGroupTests {
    var extras = CollaborationOptionsGroup(
        identifier: "extras",
        options: [
            CollaborationOption(title: "Allow mentions", identifier: "mentions"),
            CollaborationOption(title: "Allow comments", identifier: "comments", isSelected: true),
        ]
    )

    @Test("has no title and no footer unless they are given")
    func defaults() {
        #expect(extras.title == "")
        #expect(extras.footer == "")
        #expect(extras.style == .switches)
    }

    @Test("is identified by its identifier, as are its options")
    func identity() {
        #expect(extras.id == "extras")
        #expect(extras.options.map(\.id) == ["mentions", "comments"])
    }

    @Test("lets each option be switched for itself")
    mutating func independence() throws {
        #expect(extras.options.map(\.isSelected) == [false, true])
        extras.options[0].isSelected = true
        #expect(extras.options.map(\.isSelected) == [true, true])
        try extras.deselect("comments")
        try extras.deselect("mentions")
        #expect(extras.options.map(\.isSelected) == [false, false])
        try extras.select("comments")
        #expect(extras.options.map(\.isSelected) == [false, true])
    }

    @Test("has no single selected option, and none can be set")
    mutating func noPicker() {
        #expect(extras.selectedOptionIdentifier == nil)
        extras.selectedOptionIdentifier = "mentions"
        #expect(extras.options.map(\.isSelected) == [false, true])
    }

    @Test("reports an option that it does not have")
    mutating func unknownOption() {
        #expect(throws: CollaborationOptionsError.unknownOption("shouting")) { try extras.select("shouting") }
        #expect(throws: CollaborationOptionsError.unknownOption("shouting")) {
            try extras.deselect("shouting")
        }
    }

    @Test("is what a group without a style is decoded as")
    func decoding() throws {
        let json = """
            {"identifier": "extras", "options": [
                {"title": "Allow mentions", "identifier": "mentions"},
                {"title": "Allow comments", "identifier": "comments", "isSelected": true}]}
            """
        #expect(try decode(CollaborationOptionsGroup.self, from: json) == extras)
        #expect(try roundTrip(extras) == extras)
    }

    @Test("prints its options in one line")
    mutating func printing() {
        #expect("\(extras)" == "extras: Allow mentions, Allow comments*")
        #expect("\(extras.options[1])" == "Allow comments (comments): on")
    }
}

@Suite("An option")
struct OptionTests {
    @Test("has Apple's defaults")
    func defaults() {
        let option = CollaborationOption(title: "Allow comments", identifier: "comments")
        #expect(option.subtitle == "")
        #expect(!option.isSelected)
        #expect(option.requiredOptionsIdentifiers == [])
    }

    @Test("is encoded and decoded to the same value")
    func coding() throws {
        let option = CollaborationOption(
            title: "Allow comments",
            identifier: "comments",
            subtitle: "By anyone",
            isSelected: true,
            requiredOptionsIdentifiers: ["edit"]
        )
        #expect(try roundTrip(option) == option)
    }
}
