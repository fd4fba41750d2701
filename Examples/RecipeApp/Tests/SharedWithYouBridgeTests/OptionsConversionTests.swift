import CollaborationCore
import CollaborationModels
import SharedWithYouBridge
import SharedWithYouCore
import Testing

@Suite("Conversion of share options")
struct OptionsConversionTests {
    @Test("Share options are the same after a conversion to Apple's and back, with and without a summary")
    func roundTrip() throws {
        var options = try SampleOptions.all()
        #expect(try CollaborationShareOptions(SWCollaborationShareOptions(options)) == options)
        options.summary = "Everyone can edit"
        #expect(try CollaborationShareOptions(SWCollaborationShareOptions(options)) == options)
    }

    @Test("Options without a summary get Apple's, which does not name what may be deselected")
    func defaultSummary() throws {
        let system = SWCollaborationShareOptions(try SampleOptions.all())
        #expect(system.summary == SWCollaborationShareOptions(optionsGroups: []).summary)
    }

    @Test("A picker becomes Apple's picker with the same selection, and switches become a plain group")
    func classes() throws {
        let groups = SWCollaborationShareOptions(try SampleOptions.all()).optionsGroups
        let picker = try #require(groups.first as? SWCollaborationOptionsPickerGroup)
        #expect(picker.selectedOptionIdentifier == "edit")
        #expect(picker.options.map(\.isSelected) == [false, true])
        #expect(!(groups.last is SWCollaborationOptionsPickerGroup))
        #expect(groups.last?.options.map(\.isSelected) == [true, false])
    }

    @Test("What a person selects in Apple's options is selected in the converted ones")
    func selection() throws {
        let system = SWCollaborationShareOptions(try SampleOptions.all())
        (system.optionsGroups.first as? SWCollaborationOptionsPickerGroup)?.selectedOptionIdentifier = "read"
        system.optionsGroups.last?.options.first?.isSelected = false
        let selected = try CollaborationShareOptions(system)
        #expect(selected.selectedOptionsIdentifiers == ["read"])
        #expect(try SampleOptions.all().selecting(only: ["read"]) == selected)
    }

    @Test("The identifier that Apple's picker has selected decides, not the marks of its options")
    func marks() {
        let options = ["read", "edit"].map { SWCollaborationOption(title: $0, identifier: $0) }
        let picker = SWCollaborationOptionsPickerGroup(identifier: "permission", options: options)
        picker.selectedOptionIdentifier = "edit"
        picker.options.first?.isSelected = true
        #expect(CollaborationOptionsGroup(picker).selectedOptionIdentifier == "edit")
    }

    @Test("A switch that is on without what it requires counts as off, and so does what requires that switch")
    func unmetSwitches() throws {
        let system = SWCollaborationShareOptions(try SampleOptions.all())
        let switches = try #require(system.optionsGroups.last)
        switches.options.append(
            SWCollaborationOption(
                title: "Notify",
                identifier: "notify",
                selected: true,
                requiredOptionsIdentifiers: ["mentions"]
            )
        )
        switches.options[1].isSelected = true
        let all: [OptionIdentifier] = ["edit", "comments", "mentions", "notify"]
        #expect(try CollaborationShareOptions(system).selectedOptionsIdentifiers == all)
        switches.options[0].isSelected = false
        #expect(try CollaborationShareOptions(system).selectedOptionsIdentifiers == ["edit"])
    }

    @Test("A picker whose selected option lacks what it requires is refused")
    func unmetPicker() throws {
        let system = SWCollaborationShareOptions(try SampleOptions.all())
        system.optionsGroups.first?.options.last?.requiredOptionsIdentifiers = ["comments"]
        system.optionsGroups.last?.options.first?.isSelected = false
        #expect(throws: CollaborationOptionsError.unmetRequirement(option: "edit", required: ["comments"])) {
            try CollaborationShareOptions(system)
        }
    }

    @Test("Apple's options that break a rule are refused with that rule")
    func refusal() {
        let options = ["a", "a"].map { SWCollaborationOption(title: $0, identifier: $0) }
        let group = SWCollaborationOptionsGroup(identifier: "settings", options: options)
        let metadata = SWCollaborationMetadata(localIdentifier: SWLocalCollaborationIdentifier("recipes-7"))
        metadata.userSelectedShareOptions = SWCollaborationShareOptions(optionsGroups: [group])
        #expect(throws: CollaborationOptionsError.duplicateOption("a")) { try CollaborationMetadata(metadata) }
    }
}
