extension CollaborationShareOptions {
    /// Checks the numbers and identifiers, before anything is done that takes more time for greater ones.
    func checkLimits() throws(CollaborationOptionsError) {
        guard optionsGroups.count <= Self.maximumGroupCount else { throw .tooManyGroups(optionsGroups.count) }
        let optionCount = optionsGroups.reduce(0) { $0 + $1.options.count }
        guard optionCount <= Self.maximumOptionCount else { throw .tooManyOptions(optionCount) }
        for option in options where option.requiredOptionsIdentifiers.count > Self.maximumRequirementCount {
            throw .tooManyRequirements(option: option.identifier, found: option.requiredOptionsIdentifiers.count)
        }
        let groups = optionsGroups.map { OptionIdentifier($0.identifier) }
        for identifier in groups + options.flatMap({ [$0.identifier] + $0.requiredOptionsIdentifiers }) {
            if let rule = identifier.brokenRule { throw .invalidIdentifier(rule) }
        }
    }

    /// Checks what no selection can change: identifiers, groups without options, requirements.
    func checkStructure() throws(CollaborationOptionsError) {
        // As identifiers of options, which are compared by bytes.
        var groups: Set<OptionIdentifier> = []
        for group in optionsGroups where !groups.insert(OptionIdentifier(group.identifier)).inserted {
            throw .duplicateGroup(group.identifier)
        }
        var known: Set<OptionIdentifier> = []
        for option in options where !known.insert(option.identifier).inserted {
            throw .duplicateOption(option.identifier)
        }
        for group in optionsGroups where group.options.isEmpty {
            throw .emptyGroup(group.identifier)
        }
        for group in optionsGroups {
            for option in group.options {
                for required in option.requiredOptionsIdentifiers where required != option.identifier {
                    guard known.contains(required) else {
                        throw .unknownRequirement(option: option.identifier, required: required)
                    }
                    if group.style == .picker, group.options.contains(where: { $0.identifier == required }) {
                        throw .siblingRequirement(option: option.identifier, required: required)
                    }
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
            for index in required.indices where !isSettled[index] && required[index].allSatisfy({ isSettled[$0] }) {
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
    private var requirementIndices: [[Int]] {
        let options = options
        return options.map { option in
            option.requiredOptionsIdentifiers.compactMap { required in
                options.firstIndex { $0.identifier == required }
            }
        }
    }

    /// Checks that pickers have one selected option, and that what selected options require is selected.
    func checkSelection() throws(CollaborationOptionsError) {
        for group in optionsGroups { try group.checkSelection() }
        for option in options where option.isSelected {
            let missing = unmetRequirements(of: option)
            guard missing.isEmpty else { throw .unmetRequirement(option: option.identifier, required: missing) }
        }
    }

    /// The identifiers that an option requires and that are not selected.
    func unmetRequirements(of option: CollaborationOption) -> [OptionIdentifier] {
        option.requiredOptionsIdentifiers.filter { !isSelected($0) }
    }
}
