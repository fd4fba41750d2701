import CollaborationCore
import CollaborationTestSupport
import Testing

@Suite("Pickers")
struct PickerGroupTests {
    var size = CollaborationOptionsGroup.picker(
        identifier: "size",
        options: ["small", "medium", "large"].map { CollaborationOption(title: $0, identifier: .init($0)) }
    )

    private func selected(_ group: CollaborationOptionsGroup) -> [OptionIdentifier] {
        group.options.filter(\.isSelected).map(\.identifier)
    }

    @Test("Both spellings of a picker make a group in the picker style")
    func style() {
        #expect(size.style == .picker)
        #expect(size == .picker(identifier: "size", options: size.options))
        #expect(size == CollaborationOptionsGroup(identifier: "size", options: size.options, style: .picker))
    }

    @Test("A new picker selects its first option when none is marked")
    func first() {
        #expect(selected(size) == ["small"])
        #expect(size.selectedOptionIdentifier == "small")
    }

    @Test("A new picker selects the first marked option", arguments: [[2], [1, 2], [0, 1, 2]])
    func marked(_ marks: [Int]) {
        let options = size.options.indices.map {
            CollaborationOption(title: "\($0)", identifier: "\($0)", selected: marks.contains($0))
        }
        let group = CollaborationOptionsGroup.picker(identifier: "size", options: options)
        #expect(selected(group) == ["\(marks[0])"])
    }

    @Test("Selecting an option of a picker deselects the others")
    mutating func exclusive() {
        size.options[2].isSelected = true
        #expect(selected(size) == ["large"])
        size.options[1].isSelected = true
        #expect(selected(size) == ["medium"])
    }

    @Test("Deselecting the selected option of a picker has no effect", arguments: 0..<3)
    mutating func refusal(_ index: Int) {
        size.options[index].isSelected = true
        size.options[index].isSelected = false
        #expect(selected(size) == [size.options[index].identifier])
    }

    @Test("A picker selects an option by its identifier")
    mutating func identifier() throws {
        size.selectedOptionIdentifier = "large"
        #expect(selected(size) == ["large"])
    }

    @Test("Setting an unknown identifier keeps a picker's selection", arguments: ["huge", "", nil])
    mutating func unknown(_ identifier: OptionIdentifier?) {
        size.selectedOptionIdentifier = "large"
        size.selectedOptionIdentifier = identifier
        #expect(size.selectedOptionIdentifier == "large")
    }

    @Test("A picker keeps its selection when options are added or reordered")
    mutating func reordering() {
        size.selectedOptionIdentifier = "medium"
        size.options.append(CollaborationOption(title: "huge", identifier: "huge"))
        size.options.swapAt(0, 1)
        #expect(selected(size) == ["medium"])
    }

    @Test("A picker whose selected option is removed selects its first option when none is marked")
    mutating func removal() {
        size.selectedOptionIdentifier = "medium"
        size.options.remove(at: 1)
        #expect(selected(size) == ["small"])
    }

    @Test("A picker whose selected option is removed selects the first marked option")
    mutating func replacement() {
        size.options = [
            CollaborationOption(title: "huge", identifier: "huge"),
            CollaborationOption(title: "tiny", identifier: "tiny", selected: true),
        ]
        #expect(selected(size) == ["tiny"])
    }

    @Test("A picker without options selects the first option that it gets")
    mutating func empty() {
        size.options = []
        #expect(size.selectedOptionIdentifier == nil)
        size.options = [CollaborationOption(title: "huge", identifier: "huge")]
        #expect(size.selectedOptionIdentifier == "huge")
    }

    @Test("A decoded picker equals the encoded one")
    mutating func coding() throws {
        size.title = "Size"
        size.footer = "You can change it later."
        size.selectedOptionIdentifier = "large"
        #expect(try roundTrip(size) == size)
    }

    @Test("Decoding a picker with no selected option, or with several, throws", arguments: [0, 2])
    func forged(count: Int) throws {
        let picker = try encode(size).replacing(#""isSelected":true"#, with: #""isSelected":false"#)
        let json = count == 0 ? picker : picker.replacing("false", with: "true", maxReplacements: count)
        let error = CollaborationOptionsError.wrongSelectionCount(group: "size", found: count)
        #expect(throws: error) { try decode(CollaborationOptionsGroup.self, from: json) }
    }
}
