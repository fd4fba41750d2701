import CollaborationModels
import CollaborationCore
import Foundation
import Fuzzing

/// Checks the rules that every value keeps.
func checkRules(of options: CollaborationShareOptions) {
    let all = options.options
    let names = Set(all.map(\.name))
    let selected = Set(all.filter(\.isSelected).map(\.name))
    check(names.count == all.count, "no two options have one identifier")
    for group in options.optionsGroups {
        check(!group.options.isEmpty, "each group has an option")
        checkPicker(group)
    }
    for option in all {
        let required = option.requiredNames
        check(required.allSatisfy(names.contains), "a required option exists")
        let isMet = required.allSatisfy(selected.contains)
        check(isMet || !option.isSelected, "what a selected option requires is selected", option.identifier)
        check(
            options.canInteract(with: option.identifier) == isMet,
            "an option can be interacted with exactly if what it requires is selected"
        )
        check(options.isSelected(option.identifier) == option.isSelected, "an option is found by its name")
    }
    check(
        Set(options.selectedOptionsIdentifiers.map { OptionName($0) }) == selected,
        "the selected identifiers are the options' own"
    )
    check(
        (try? options.selecting(only: options.selectedOptionsIdentifiers)) == options,
        "selecting what is selected changes nothing"
    )
}

/// Checks that a picker with options has exactly one selected.
func checkPicker(_ group: CollaborationOptionsGroup) {
    guard group.style == .picker else {
        return check(group.selectedOptionIdentifier == nil, "a group of switches has no selected option")
    }
    let selected = group.options.filter(\.isSelected)
    check(
        selected.count == min(1, group.options.count),
        "a picker with options has exactly one selected",
        "\(selected.count) of \(group.options.count)"
    )
    check(group.selectedOptionIdentifier == selected.first?.identifier, "a picker names its selected option")
}

/// Checks that a value is the same after it was encoded and decoded.
func checkRoundTrip(_ options: CollaborationShareOptions) {
    guard let encoded = try? JSONEncoder().encode(options) else {
        return check(false, "share options can be encoded")
    }
    let decoded = try? StrictJSONDecoder().decode(CollaborationShareOptions.self, from: encoded)
    check(decoded == options, "share options are the same after they were encoded and decoded")
}
