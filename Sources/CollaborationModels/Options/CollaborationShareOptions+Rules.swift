extension CollaborationShareOptions {
    /// Checks what no selection can change: identifiers, groups without options, requirements.
    func checkStructure() throws(CollaborationOptionsError) {
        var groups: Set<OptionIdentifier> = []
        for group in optionsGroups where !groups.insert(group.key).inserted {
            throw .duplicateGroup(group.identifier)
        }
        var known: Set<OptionIdentifier> = []
        for option in options where !known.insert(option.key).inserted {
            throw .duplicateOption(option.identifier)
        }
        for group in optionsGroups where group.options.isEmpty {
            throw .emptyGroup(group.identifier)
        }
        try checkRequirements(among: known)
    }

    /// Checks that pickers have one selected option, and that what selected options require is selected.
    func checkSelection() throws(CollaborationOptionsError) {
        for group in optionsGroups where group.style == .picker {
            let found = group.options.count(where: \.isSelected)
            guard found == 1 else { throw .wrongSelectionCount(group: group.identifier, found: found) }
        }
        let selected = selectedKeys
        for option in options where option.isSelected {
            let missing = option.requirements.filter { !selected.contains($0) }
            guard missing.isEmpty else {
                throw .unmetRequirement(option: option.identifier, required: missing.map(\.rawValue))
            }
        }
    }

    private func checkRequirements(among known: Set<OptionIdentifier>) throws(CollaborationOptionsError) {
        for option in options {
            for required in option.requirements where !known.contains(required) {
                throw .unknownRequirement(option: option.identifier, required: required.rawValue)
            }
        }
        for group in optionsGroups where group.style == .picker {
            let siblings = Set(group.options.lazy.map(\.key))
            for option in group.options {
                for required in option.requirements
                where required != option.key && siblings.contains(required) {
                    throw .siblingRequirement(option: option.identifier, required: required.rawValue)
                }
            }
        }
        let entangled = entangledOptions()
        if let first = options.first(where: { entangled.contains($0.key) }) {
            throw .requirementCycle(cycle(from: first, within: entangled).map(\.rawValue))
        }
    }

    /// The options that are part of a cycle of requirements, or that require one that is.
    ///
    /// They are what remains after options without requirements have been removed repeatedly (Kahn's
    /// algorithm). The time is linear, since this also runs on what a client sent.
    private func entangledOptions() -> Set<OptionIdentifier> {
        var dependents: [OptionIdentifier: [OptionIdentifier]] = [:]
        var open: [OptionIdentifier: Int] = [:]
        for option in options {
            open[option.key] = option.requirements.count
            for required in option.requirements {
                dependents[required, default: []].append(option.key)
            }
        }
        var free = options.map(\.key).filter { open[$0] == 0 }
        while let identifier = free.popLast() {
            open[identifier] = nil
            for dependent in dependents[identifier, default: []] {
                open[dependent]? -= 1
                if open[dependent] == 0 { free.append(dependent) }
            }
        }
        return Set(open.keys)
    }

    /// Follows requirements among entangled options until one is reached again.
    private func cycle(from start: CollaborationOption, within entangled: Set<OptionIdentifier>)
        -> [OptionIdentifier]
    {
        var requirements: [OptionIdentifier: [OptionIdentifier]] = [:]
        for option in options { requirements[option.key] = option.requirements }
        var path: [OptionIdentifier] = []
        var visited: Set<OptionIdentifier> = []
        var next: OptionIdentifier? = start.key
        while let identifier = next, visited.insert(identifier).inserted {
            path.append(identifier)
            next = requirements[identifier]?.first(where: entangled.contains)
        }
        return Array(path.drop { $0 != next })
    }
}
