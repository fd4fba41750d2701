extension CollaborationShareOptions {
    /// Checks the numbers and identifiers, before anything is done that takes more time for greater ones.
    func checkLimits() throws(CollaborationOptionsError) {
        guard optionsGroups.count <= Self.maximumGroupCount else {
            throw .tooManyGroups(optionsGroups.count)
        }
        let optionCount = optionsGroups.reduce(0) { $0 + $1.options.count }
        guard optionCount <= Self.maximumOptionCount else { throw .tooManyOptions(optionCount) }
        for option in options where option.requirements.count > Self.maximumRequirementCount {
            throw .tooManyRequirements(option: option.identifier, found: option.requirements.count)
        }
        let names = optionsGroups.map(\.name) + options.flatMap { [$0.name] + $0.requirements }
        for name in names { if let rule = name.brokenRule { throw .invalidIdentifier(rule) } }
    }

    /// Checks what no selection can change: identifiers, groups without options, requirements.
    func checkStructure() throws(CollaborationOptionsError) {
        var groups: Set<OptionName> = []
        for group in optionsGroups where !groups.insert(group.name).inserted {
            throw .duplicateGroup(group.identifier)
        }
        var known: Set<OptionName> = []
        for option in options where !known.insert(option.name).inserted {
            throw .duplicateOption(option.identifier)
        }
        for group in optionsGroups where group.options.isEmpty {
            throw .emptyGroup(group.identifier)
        }
        for option in options {
            for required in option.requirements where !known.contains(required) {
                throw .unknownRequirement(option: option.identifier, required: required.rawValue)
            }
        }
        for group in optionsGroups where group.style == .picker {
            let siblings = Set(group.options.map(\.name))
            for option in group.options {
                for required in option.requirements
                where required != option.name && siblings.contains(required) {
                    throw .siblingRequirement(option: option.identifier, required: required.rawValue)
                }
            }
        }
        try checkCycles()
    }

    /// Checks that no options require each other in a cycle.
    private func checkCycles() throws(CollaborationOptionsError) {
        let required = requirementIndices
        // Options that require only settled ones are settled, until there are no more: what remains is in a cycle or
        // requires an option that is.
        var isSettled = [Bool](repeating: false, count: required.count)
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for index in required.indices
            where !isSettled[index] && required[index].allSatisfy({ isSettled[$0] }) {
                isSettled[index] = true
                hasChanged = true
            }
        }
        guard var next = isSettled.firstIndex(of: false) else { return }
        var path: [Int] = []
        while !path.contains(next) {
            path.append(next)
            next = required[next].first { !isSettled[$0] } ?? next
        }
        let options = options
        throw .requirementCycle(path.drop { $0 != next }.map { options[$0].identifier })
    }

    /// For each of the ``options`` the indices of those that it requires.
    var requirementIndices: [[Int]] {
        let options = options
        let indices = Dictionary(zip(options.map(\.name), options.indices)) { first, _ in first }
        return options.map { $0.requirements.compactMap { indices[$0] } }
    }

    /// Checks that pickers have one selected option, and that what selected options require is selected.
    func checkSelection() throws(CollaborationOptionsError) {
        for group in optionsGroups where group.style == .picker {
            let found = group.options.count(where: \.isSelected)
            guard found == 1 else { throw .wrongSelectionCount(group: group.identifier, found: found) }
        }
        let selected = selectedNames
        for option in options where option.isSelected {
            let missing = option.requirements.filter { !selected.contains($0) }.map(\.rawValue)
            guard missing.isEmpty else {
                throw .unmetRequirement(option: option.identifier, required: missing)
            }
        }
    }

    /// The identifiers that an option requires and that are not selected.
    func unmetRequirements(of option: CollaborationOption) -> [String] {
        let selected = selectedNames
        return option.requirements.filter { !selected.contains($0) }.map(\.rawValue)
    }

    private var selectedNames: Set<OptionName> { Set(options.lazy.filter(\.isSelected).map(\.name)) }
}
