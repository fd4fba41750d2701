extension CollaborationShareOptions {
    /// Selects an option as a person would.
    ///
    /// In a picker this deselects the option selected before. All options that require a deselected option
    /// are deselected as well, directly or through others. A picker that loses its selected option in this
    /// way selects its first option whose requirements are met. Selecting a selected option has no effect.
    /// When an error is thrown nothing has changed.
    ///
    /// - Throws: ``CollaborationOptionsError/unknownOption(_:)``;
    ///   ``CollaborationOptionsError/unmetRequirement(option:required:)`` when the option cannot be
    ///   interacted with, or requires what selecting it would deselect;
    ///   ``CollaborationOptionsError/selectionRequired(group:)`` when another picker would be left without an
    ///   option that can be selected.
    public mutating func select(_ identifier: String) throws(CollaborationOptionsError) {
        guard let option = option(identifier) else { throw .unknownOption(identifier) }
        guard !option.isSelected else { return }
        let missing = unmetRequirements(of: option)
        guard missing.isEmpty else { throw .unmetRequirement(option: identifier, required: missing) }

        var changed = self
        let replaced = try changed.changeGroup(of: identifier) { group throws(CollaborationOptionsError) in
            let replaced = group.selectedOptionIdentifier
            try group.select(identifier)
            return replaced
        }
        try changed.settle()
        guard changed.isSelected(identifier) else {
            throw .unmetRequirement(option: identifier, required: replaced.map { [$0] } ?? [])
        }
        self = changed
    }

    /// Switches an option off as a person would.
    ///
    /// All options that require it are deselected as well, directly or through others. A picker that loses its
    /// selected option in this way selects its first option whose requirements are met. Deselecting an option
    /// that is off has no effect. When an error is thrown nothing has changed.
    ///
    /// - Throws: ``CollaborationOptionsError/unknownOption(_:)``;
    ///   ``CollaborationOptionsError/selectionRequired(group:)`` when the option is the selected one of
    ///   a picker, or when a picker would be left without an option that can be selected.
    public mutating func deselect(_ identifier: String) throws(CollaborationOptionsError) {
        var changed = self
        try changed.changeGroup(of: identifier) { group throws(CollaborationOptionsError) in
            try group.deselect(identifier)
        }
        try changed.settle()
        self = changed
    }

    private mutating func changeGroup<Result>(
        of identifier: String,
        _ change: (inout CollaborationOptionsGroup) throws(CollaborationOptionsError) -> Result
    ) throws(CollaborationOptionsError) -> Result {
        let name = OptionName(identifier)
        guard let group = optionsGroups.firstIndex(where: { $0.options.contains { $0.name == name } }) else {
            throw .unknownOption(identifier)
        }
        return try change(&optionsGroups[group])
    }

    /// Restores the rules of requirements and pickers after an option was deselected.
    ///
    /// First, options are deselected as long as one requires what is not selected. Then, as long as there are pickers
    /// without a selected option, the first of them that has an option whose requirements are met selects the first
    /// such option: each selection may make further pickers ready.
    private mutating func settle() throws(CollaborationOptionsError) {
        let required = requirementIndices
        var isSelected = options.map(\.isSelected)
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for index in required.indices
            where isSelected[index] && !required[index].allSatisfy({ isSelected[$0] }) {
                isSelected[index] = false
                hasChanged = true
            }
        }
        var end = 0
        let ranges = optionsGroups.map { group in
            end += group.options.count
            return end - group.options.count..<end
        }
        var emptied = optionsGroups.indices.filter { group in
            optionsGroups[group].style == .picker && !ranges[group].contains { isSelected[$0] }
        }
        func choice(in group: Int) -> Int? {
            ranges[group].first { required[$0].allSatisfy { isSelected[$0] } }
        }
        while let ready = emptied.firstIndex(where: { choice(in: $0) != nil }) {
            if let index = choice(in: emptied.remove(at: ready)) { isSelected[index] = true }
        }
        if let group = emptied.first { throw .selectionRequired(group: optionsGroups[group].identifier) }
        setSelection(isSelected)
    }

    /// Selects and deselects the ``options``; the caller must keep the rules.
    private mutating func setSelection(_ isSelected: [Bool]) {
        var rest = isSelected[...]
        for group in optionsGroups.indices {
            for option in optionsGroups[group].storedOptions.indices {
                optionsGroups[group].storedOptions[option].isSelected = rest.removeFirst()
            }
        }
    }

    /// Returns share options in which exactly the given options are selected.
    ///
    /// A client needs to send only these identifiers. All text then comes from the server's own defaults.
    ///
    /// - Parameter identifiers: The identifiers of all options to be selected, in any order.
    /// - Returns: Share options with the same groups and that selection.
    /// - Throws: ``CollaborationOptionsError`` when an identifier is unknown, a picker has another number of
    ///   selected options than one, or a requirement is not met.
    public func selecting(
        only identifiers: some Sequence<String>
    ) throws(CollaborationOptionsError) -> CollaborationShareOptions {
        let wanted = Set(identifiers.lazy.map { OptionName($0) })
        let known = options.map(\.name)
        if let unknown = wanted.subtracting(known).min() { throw .unknownOption(unknown.rawValue) }

        var changed = self
        changed.setSelection(known.map(wanted.contains))
        try changed.checkSelection()
        return changed
    }

    /// Tells whether a user's selection is one that these defaults allow.
    ///
    /// Call it on the server to check what a client selected. The selection must have the same groups with the
    /// same options in the same order, with the same styles and requirements. What is selected may differ; it
    /// keeps the rules, since every value of this type does. Text is not compared, since a device may show it
    /// in another language. To store or show text, take it from the defaults, with ``selecting(only:)`` and
    /// the ``selectedOptionsIdentifiers`` of what was accepted.
    ///
    /// - Returns: True when only text and the selected options differ from the defaults.
    public func accepts(_ selection: CollaborationShareOptions) -> Bool {
        optionsGroups.elementsEqual(selection.optionsGroups) { expected, found in
            expected.name == found.name
                && expected.style == found.style
                && expected.options.elementsEqual(found.options) { expected, found in
                    expected.name == found.name && expected.requirements == found.requirements
                }
        }
    }
}
