extension CollaborationShareOptions {
    /// Selects an option as a person would.
    ///
    /// In a picker this deselects the option selected before. All options that require a deselected option
    /// are deselected as well, directly or through others. A picker that loses its selected option in this
    /// way selects its first option whose requirements are met. Selecting a selected option has no effect.
    /// When an error is thrown nothing has changed.
    ///
    /// - Throws: ``CollaborationOptionsError/unknownOption(_:)``;
    ///   ``CollaborationOptionsError/unmetRequirement(option:required:)`` when the option cannot be interacted with, or
    ///   requires what selecting it would deselect; ``CollaborationOptionsError/selectionRequired(group:)`` when
    ///   another picker would be left without an option that can be selected.
    public mutating func select(_ identifier: OptionIdentifier) throws(CollaborationOptionsError) {
        let (group, index) = try position(of: identifier)
        let option = optionsGroups[group].options[index]
        guard !option.isSelected else { return }
        let missing = unmetRequirements(of: option)
        guard missing.isEmpty else { throw .unmetRequirement(option: identifier, required: missing) }

        var changed = self
        changed.optionsGroups[group].options[index].isSelected = true
        try changed.settle()
        guard changed.isSelected(identifier) else {
            let replaced = optionsGroups[group].selectedOptionIdentifier
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
    public mutating func deselect(_ identifier: OptionIdentifier) throws(CollaborationOptionsError) {
        let (group, index) = try position(of: identifier)
        guard optionsGroups[group].options[index].isSelected else { return }
        guard optionsGroups[group].style == .switches else {
            throw .selectionRequired(group: optionsGroups[group].identifier)
        }
        var changed = self
        changed.optionsGroups[group].options[index].isSelected = false
        try changed.settle()
        self = changed
    }

    /// The indices of an option's group, and of the option in it.
    private func position(of identifier: OptionIdentifier) throws(CollaborationOptionsError) -> (
        group: Int, option: Int
    ) {
        for (group, options) in optionsGroups.map(\.options).enumerated() {
            if let option = options.firstIndex(where: { $0.identifier == identifier }) { return (group, option) }
        }
        throw .unknownOption(identifier)
    }

    /// Restores the rules of requirements and pickers after an option was deselected.
    ///
    /// First, options are deselected as long as one requires what is not selected. Then, as long as there is one,
    /// ``nextChoice`` is selected.
    private mutating func settle() throws(CollaborationOptionsError) {
        while let blocked = options.first(where: { $0.isSelected && !unmetRequirements(of: $0).isEmpty }) {
            setSelection { $0.isSelected && $0.identifier != blocked.identifier }
        }
        while let choice = nextChoice {
            setSelection { $0.isSelected || $0.identifier == choice.identifier }
        }
        for group in optionsGroups where group.style == .picker && group.selectedOptionIdentifier == nil {
            throw .selectionRequired(group: group.identifier)
        }
    }

    /// The first option, in a picker that has none selected, whose requirements are met.
    private var nextChoice: CollaborationOption? {
        optionsGroups.filter { $0.style == .picker && $0.selectedOptionIdentifier == nil }
            .flatMap(\.options)
            .first { unmetRequirements(of: $0).isEmpty }
    }

    /// Selects the options that meet a condition and deselects the others; the caller must keep the rules.
    private mutating func setSelection(_ isSelected: (CollaborationOption) -> Bool) {
        for group in optionsGroups.indices {
            for index in optionsGroups[group].storedOptions.indices {
                let option = optionsGroups[group].storedOptions[index]
                optionsGroups[group].storedOptions[index].isSelected = isSelected(option)
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
        only identifiers: some Sequence<OptionIdentifier>
    ) throws(CollaborationOptionsError) -> CollaborationShareOptions {
        let selected = Set(identifiers)
        let offered = Set(options.map(\.identifier))
        if let unknown = selected.subtracting(offered).min() { throw .unknownOption(unknown) }
        var changed = self
        changed.setSelection { selected.contains($0.identifier) }
        try changed.checkSelection()
        return changed
    }
}
