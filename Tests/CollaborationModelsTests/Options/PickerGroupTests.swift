import CollaborationModels
import Testing

@Suite("A picker group")
struct PickerGroupTests {
    var size = CollaborationOptionsPickerGroup(
        identifier: "size",
        options: ["small", "medium", "large"].map { CollaborationOption(title: $0, identifier: $0) }
    )

    private func selected(_ group: CollaborationOptionsGroup) -> [String] {
        group.options.filter(\.isSelected).map(\.identifier)
    }

    @Test("is a group in the picker style")
    func style() {
        #expect(size.style == .picker)
        #expect(size == CollaborationOptionsGroup(identifier: "size", options: size.options, style: .picker))
    }

    @Test("selects the first option when none is marked")
    func first() {
        #expect(selected(size) == ["small"])
        #expect(size.selectedOptionIdentifier == "small")
    }

    @Test("selects the marked option, and the first of several", arguments: [[2], [1, 2], [0, 1, 2]])
    func marked(_ marks: [Int]) {
        let options = size.options.indices.map {
            CollaborationOption(title: "\($0)", identifier: "\($0)", isSelected: marks.contains($0))
        }
        let group = CollaborationOptionsPickerGroup(identifier: "size", options: options)
        #expect(selected(group) == ["\(marks[0])"])
    }

    @Test("deselects the others when an option becomes selected")
    mutating func exclusive() {
        size.options[2].isSelected = true
        #expect(selected(size) == ["large"])
        size.options[1].isSelected = true
        #expect(selected(size) == ["medium"])
    }

    @Test("refuses to deselect its selected option, whichever it is", arguments: 0..<3)
    mutating func refusal(_ index: Int) {
        size.options[index].isSelected = true
        let identifier = size.options[index].identifier
        size.options[index].isSelected = false
        #expect(selected(size) == [identifier])
        #expect(throws: CollaborationOptionsError.selectionRequired(group: "size")) {
            try size.deselect(identifier)
        }
        #expect(selected(size) == [identifier])
    }

    @Test("lets an option that is off be deselected, to no effect")
    mutating func deselectOff() throws {
        try size.deselect("large")
        #expect(selected(size) == ["small"])
    }

    @Test("selects by identifier")
    mutating func identifier() throws {
        size.selectedOptionIdentifier = "large"
        #expect(selected(size) == ["large"])
        try size.select("medium")
        #expect(selected(size) == ["medium"])
    }

    @Test("keeps its selection when told of an option that it does not have", arguments: ["huge", "", nil])
    mutating func unknown(_ identifier: String?) {
        size.selectedOptionIdentifier = "large"
        size.selectedOptionIdentifier = identifier
        #expect(size.selectedOptionIdentifier == "large")
    }

    @Test("reports an option that it does not have")
    mutating func unknownOption() {
        #expect(throws: CollaborationOptionsError.unknownOption("huge")) { try size.select("huge") }
        #expect(throws: CollaborationOptionsError.unknownOption("huge")) { try size.deselect("huge") }
    }

    @Test("keeps its selection while its options change, and falls back to the first when it is removed")
    mutating func reordering() {
        size.selectedOptionIdentifier = "medium"
        size.options.append(CollaborationOption(title: "huge", identifier: "huge"))
        size.options.swapAt(0, 1)
        #expect(selected(size) == ["medium"])
        size.options.removeFirst()
        #expect(selected(size) == ["small"])
    }

    @Test("selects nothing while it has no options, and the first that it is given")
    mutating func empty() {
        size.options = []
        #expect(size.selectedOptionIdentifier == nil)
        size.options = [CollaborationOption(title: "huge", identifier: "huge")]
        #expect(size.selectedOptionIdentifier == "huge")
    }

    @Test("is a value: a copy does not follow the original")
    mutating func copies() {
        let copy = size
        size.options[1].isSelected = true
        #expect(selected(copy) == ["small"])
    }

    @Test("is encoded and decoded to the same value")
    mutating func coding() throws {
        size.title = "Size"
        size.footer = "You can change it later."
        size.selectedOptionIdentifier = "large"
        #expect(try roundTrip(size) == size)
    }

    @Test("is refused when decoded with several selected options")
    func forged() {
        let json = """
            {"identifier": "size", "style": "picker", "options": [
                {"title": "S", "identifier": "s", "isSelected": true},
                {"title": "L", "identifier": "l", "isSelected": true}]}
            """
        let rule = brokenRule(
            CollaborationOptionsError.self,
            decoding: CollaborationOptionsGroup.self,
            from: json
        )
        #expect(rule == .wrongSelectionCount(group: "size", found: 2))
    }

    @Test("selects the first option when decoded with none selected")
    func decodedWithoutSelection() throws {
        let json = """
            {"identifier": "size", "style": "picker", "options": [
                {"title": "S", "identifier": "s"}, {"title": "L", "identifier": "l"}]}
            """
        let group = try decode(CollaborationOptionsGroup.self, from: json)
        #expect(group.selectedOptionIdentifier == "s")
    }
}
