import CollaborationModels
import CollaborationCore
import Fuzzing

/// Selects an option and checks the result.
func checkSelecting(_ name: String, in options: inout CollaborationShareOptions) {
    let before = options
    let replaced = before.group(containing: name)?.selectedOptionIdentifier.map { OptionName($0) }
    do throws(CollaborationOptionsError) {
        try options.select(name)
        check(options.isSelected(name), "an option that was selected without an error is selected", name)
        check(
            before.isSelected(name) || before.canInteract(with: name),
            "an option whose requirements are not met cannot be selected",
            name
        )
        checkChanges(from: before, to: options, selecting: OptionName(name), deselecting: replaced)
    } catch {
        check(options == before, "a selection that fails changes nothing", name)
        check(!before.isSelected(name), "selecting a selected option does not fail", name)
        switch error {
        case .unknownOption:
            check(before.option(name) == nil, "only an option that does not exist is unknown", name)
        case .unmetRequirement:
            check(
                !before.canInteract(with: name) || replaced != nil,
                "a switch whose requirements are met can be selected",
                name
            )
        case .selectionRequired:
            check(replaced != nil, "only a selection in a picker can empty another picker", name)
        default: check(false, "a selection fails in one of three ways", "\(error)")
        }
    }
}

/// Deselects an option and checks the result.
func checkDeselecting(_ name: String, in options: inout CollaborationShareOptions) {
    let before = options
    do throws(CollaborationOptionsError) {
        try options.deselect(name)
        check(!options.isSelected(name), "an option that was deselected without an error is off", name)
        checkChanges(from: before, to: options, selecting: nil, deselecting: OptionName(name))
    } catch {
        check(options == before, "a deselection that fails changes nothing", name)
        switch error {
        case .unknownOption:
            check(before.option(name) == nil, "only an option that does not exist is unknown", name)
        case .selectionRequired:
            check(before.isSelected(name), "deselecting an unselected option does not fail", name)
        default: check(false, "a deselection fails in one of two ways", "\(error)")
        }
    }
}

/// Selects exactly the given options and checks the result.
func checkSelecting(only names: [String], in options: inout CollaborationShareOptions) {
    do throws(CollaborationOptionsError) {
        options = try options.selecting(only: names)
        let selected = options.options.filter(\.isSelected).map(\.name)
        check(Set(selected) == Set(names.map { OptionName($0) }), "exactly the given options are selected")
    } catch {
        let wanted = Set(names.map { OptionName($0) })
        let isAllowed =
            names.allSatisfy { options.option($0) != nil }
            && options.optionsGroups.allSatisfy { group in
                group.style == .switches || group.options.count { wanted.contains($0.name) } == 1
            }
            && options.options.allSatisfy {
                !wanted.contains($0.name) || wanted.isSuperset(of: $0.requiredNames)
            }
        check(!isAllowed, "a selection that keeps the rules is accepted", "\(error)")
    }
}

/// Checks that a selection has changed only the options that it may change.
///
/// An option may be deselected if it is the deselected one or depends on it. An option may be selected if it is
/// the selected one, or in a picker that lost its selected option.
private func checkChanges(
    from before: CollaborationShareOptions,
    to after: CollaborationShareOptions,
    selecting selected: OptionName?,
    deselecting deselected: OptionName?
) {
    let dependents = deselected.map(before.dependents) ?? []
    for (group, old) in zip(after.optionsGroups, before.optionsGroups) {
        let lost = old.selectedOptionIdentifier.map { OptionName($0) }
        for (option, old) in zip(group.options, old.options) where option.isSelected != old.isSelected {
            let isExplained =
                option.isSelected
                ? option.name == selected || lost.map(dependents.contains) ?? false
                : dependents.contains(option.name)
            check(isExplained, "a selection changes only the options that it must change", option.identifier)
        }
    }
}

extension CollaborationShareOptions {
    /// The options of all groups in the order in which they are shown.
    var options: [CollaborationOption] { optionsGroups.flatMap(\.options) }

    fileprivate func group(containing name: String) -> CollaborationOptionsGroup? {
        optionsGroups.first { $0.options.contains { $0.name == OptionName(name) } }
    }

    /// An option and all that require it, through any number of others.
    fileprivate func dependents(of name: OptionName) -> Set<OptionName> {
        var found: Set = [name]
        var count = 0
        while count < found.count {
            count = found.count
            for option in options where !found.isDisjoint(with: option.requiredNames) {
                found.insert(option.name)
            }
        }
        return found
    }
}
