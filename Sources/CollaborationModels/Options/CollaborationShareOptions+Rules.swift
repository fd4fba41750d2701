extension CollaborationShareOptions {
    /// Checks what no selection can change: identifiers, groups without options, requirements.
    func checkStructure() throws(CollaborationOptionsError) {
        var groups: Set<String> = []
        for group in optionsGroups where !groups.insert(group.identifier).inserted {
            throw .duplicateGroup(group.identifier)
        }
        var known: Set<String> = []
        for option in options where !known.insert(option.identifier).inserted {
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
        let selected = Set(selectedOptionsIdentifiers)
        for option in options where option.isSelected {
            let missing = option.requiredOptionsIdentifiers.filter { !selected.contains($0) }
            guard missing.isEmpty else {
                throw .unmetRequirement(option: option.identifier, required: missing)
            }
        }
    }

    private func checkRequirements(among known: Set<String>) throws(CollaborationOptionsError) {
        for option in options {
            for required in option.requiredOptionsIdentifiers where !known.contains(required) {
                throw .unknownRequirement(option: option.identifier, required: required)
            }
        }
        let entangled = entangledOptions()
        if let first = options.first(where: { entangled.contains($0.identifier) }) {
            throw .requirementCycle(cycle(from: first, within: entangled))
        }
    }

    /// The options that remain when those without requirements are taken away again and again: each of them
    /// is on a circle or requires one that is.
    ///
    /// The work grows with the number of options and requirements only, since this also runs on what a client
    /// sent.
    private func entangledOptions() -> Set<String> {
        var dependants: [String: [String]] = [:]
        var open: [String: Int] = [:]
        for option in options {
            open[option.identifier] = option.requiredOptionsIdentifiers.count
            for required in option.requiredOptionsIdentifiers {
                dependants[required, default: []].append(option.identifier)
            }
        }
        var free = options.map(\.identifier).filter { open[$0] == 0 }
        while let identifier = free.popLast() {
            open[identifier] = nil
            for dependant in dependants[identifier, default: []] {
                open[dependant]? -= 1
                if open[dependant] == 0 { free.append(dependant) }
            }
        }
        return Set(open.keys)
    }

    /// Follows requirements among entangled options until one comes up again.
    private func cycle(from start: CollaborationOption, within entangled: Set<String>) -> [String] {
        var requirements: [String: [String]] = [:]
        for option in options { requirements[option.identifier] = option.requiredOptionsIdentifiers }
        var path: [String] = []
        var visited: Set<String> = []
        var next: String? = start.identifier
        while let identifier = next, visited.insert(identifier).inserted {
            path.append(identifier)
            next = requirements[identifier]?.first(where: entangled.contains)
        }
        return Array(path.drop { $0 != next })
    }
}
