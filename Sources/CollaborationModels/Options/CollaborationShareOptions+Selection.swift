extension CollaborationShareOptions {
    /// Selects an option as a person would.
    ///
    /// In a picker this deselects the option selected before, and with it whatever required that one, step by
    /// step. A picker that loses its selected option in this way selects its first option whose requirements
    /// are met. An option that is already selected stays so. When an error is thrown nothing has changed.
    ///
    /// - Parameter identifier: The identifier of the option.
    /// - Throws: ``CollaborationOptionsError/unknownOption(_:)``;
    ///   ``CollaborationOptionsError/unmetRequirement(option:required:)`` when the option cannot be
    ///   interacted with, or requires what selecting it would deselect;
    ///   ``CollaborationOptionsError/selectionRequired(group:)`` when another picker would be left without an
    ///   option that can be selected.
    public mutating func select(_ identifier: String) throws(CollaborationOptionsError) {
        let place = try place(of: identifier)
        let option = self[place]
        guard !option.isSelected else { return }
        let missing = unmetRequirements(of: option)
        guard missing.isEmpty else { throw .unmetRequirement(option: identifier, required: missing) }

        var changed = self
        let replaced = optionsGroups[place.group].selectedOptionIdentifier
        try changed.optionsGroups[place.group].select(identifier)
        if let replaced {
            try changed.settle(after: replaced)
            guard changed[place].isSelected else {
                throw .unmetRequirement(option: identifier, required: [replaced])
            }
        }
        self = changed
    }

    /// Switches an option off as a person would.
    ///
    /// Whatever requires the option is deselected too, step by step; a picker that loses its selected option
    /// in this way selects its first option whose requirements are met. An option that is already off stays
    /// so. When an error is thrown nothing has changed.
    ///
    /// - Parameter identifier: The identifier of the option.
    /// - Throws: ``CollaborationOptionsError/unknownOption(_:)``;
    ///   ``CollaborationOptionsError/selectionRequired(group:)`` when the option is what a picker has
    ///   selected, or when a picker would be left without an option that can be selected.
    public mutating func deselect(_ identifier: String) throws(CollaborationOptionsError) {
        let place = try place(of: identifier)
        guard self[place].isSelected else { return }

        var changed = self
        try changed.optionsGroups[place.group].deselect(identifier)
        try changed.settle(after: identifier)
        self = changed
    }

    /// Makes the value in which exactly the given options are selected.
    ///
    /// A client need send no more than these identifiers; all text then comes from the server's own defaults.
    ///
    /// - Parameter identifiers: The identifiers of all options to be selected, in any order.
    /// - Returns: Share options with the same groups and that selection.
    /// - Throws: ``CollaborationOptionsError`` when an identifier is unknown, a picker has another number of
    ///   selected options than one, or a requirement is not met.
    public func selecting(
        only identifiers: some Sequence<String>
    ) throws(CollaborationOptionsError) -> CollaborationShareOptions {
        let wanted = Set(identifiers)
        let known = Set(options.map(\.identifier))
        if let unknown = wanted.subtracting(known).min() { throw .unknownOption(unknown) }

        var changed = self
        for place in changed.places {
            changed[place].isSelected = wanted.contains(changed[place].identifier)
        }
        try changed.checkSelection()
        return changed
    }
}
