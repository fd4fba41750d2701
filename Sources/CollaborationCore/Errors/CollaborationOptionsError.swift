/// The rule of share options that a value or a selection breaks.
public enum CollaborationOptionsError: Error, Hashable, CustomStringConvertible {
    /// There are more than 20 groups.
    case tooManyGroups(Int)

    /// All groups together have more than 100 options.
    case tooManyOptions(Int)

    /// An option requires more than 100 others.
    case tooManyRequirements(option: OptionIdentifier, found: Int)

    /// The identifier of a group, an option or a requirement breaks a rule of identifiers.
    case invalidIdentifier(MalformedMessage.Rule)

    /// Two groups have this identifier.
    case duplicateGroup(String)

    /// Two options, in one group or in two, have this identifier.
    case duplicateOption(OptionIdentifier)

    /// The group has no options, so there is nothing to choose.
    case emptyGroup(String)

    /// No option has this identifier.
    case unknownOption(OptionIdentifier)

    /// The option requires an option that does not exist.
    case unknownRequirement(option: OptionIdentifier, required: OptionIdentifier)

    /// The option requires another option of its own picker, which is never selected together with it.
    case siblingRequirement(option: OptionIdentifier, required: OptionIdentifier)

    /// The options require each other in a cycle: each requires the next, and the last the first.
    case requirementCycle([OptionIdentifier])

    /// The option requires the named options, which are not selected, or which selecting it would deselect.
    case unmetRequirement(option: OptionIdentifier, required: [OptionIdentifier])

    /// The picker would be left without a selected option.
    case selectionRequired(group: String)

    /// The picker does not have exactly one selected option.
    case wrongSelectionCount(group: String, found: Int)

    /// The broken rule as a sentence, on one line.
    public var description: String {
        let text =
            switch self {
            case .tooManyGroups(let found):
                "there are \(found) groups, more than \(CollaborationShareOptions.maximumGroupCount)"
            case .tooManyOptions(let found):
                "there are \(found) options, more than \(CollaborationShareOptions.maximumOptionCount)"
            case .tooManyRequirements(let option, let found):
                "the option \(option) requires \(found) options, "
                    + "more than \(CollaborationShareOptions.maximumRequirementCount)"
            case .invalidIdentifier(let rule): "the identifier of a group or an option is wrong: \(rule.rawValue)"
            case .duplicateGroup(let group): "two groups have the identifier \(group)"
            case .duplicateOption(let option): "two options have the identifier \(option)"
            case .emptyGroup(let group): "the group \(group) has no options"
            case .unknownOption(let option): "no option has the identifier \(option)"
            case .unknownRequirement(let option, let required):
                "the option \(option) requires \(required), which does not exist"
            case .siblingRequirement(let option, let required):
                "the option \(option) requires \(required), which is in the same picker"
            case .requirementCycle(let options):
                "these options require each other in a cycle: \(options.map(\.rawValue).joined(separator: ", "))"
            case .unmetRequirement(let option, let required):
                "the option \(option) requires \(required.map(\.rawValue).joined(separator: ", ")) to be selected"
            case .selectionRequired(let group): "the picker \(group) would be left without a selected option"
            case .wrongSelectionCount(let group, let found):
                "the picker \(group) has \(found) selected options instead of one"
            }
        return text.onOneLine
    }
}
