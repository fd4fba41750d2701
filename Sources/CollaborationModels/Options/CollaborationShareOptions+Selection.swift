import CollaborationProofs

extension CollaborationShareOptions {
    /// Selects an option as a person would.
    ///
    /// In a picker this deselects the option selected before. All options that require a deselected option
    /// are deselected as well, directly or through others. A picker that loses its selected option in this
    /// way selects its first option whose requirements are met. Selecting a selected option has no effect.
    /// When an error is thrown nothing has changed.
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
        let replaced = optionsGroups[place.group].selectedKey
        try changed.optionsGroups[place.group].select(identifier)
        if let replaced {
            try changed.cascade(afterDeselecting: replaced)
            guard changed[place].isSelected else {
                throw .unmetRequirement(option: identifier, required: [replaced.rawValue])
            }
        }
        self = changed
    }

    /// Switches an option off as a person would.
    ///
    /// All options that require it are deselected as well, directly or through others. A picker that loses its
    /// selected option in this way selects its first option whose requirements are met. Deselecting an option
    /// that is off has no effect. When an error is thrown nothing has changed.
    ///
    /// - Parameter identifier: The identifier of the option.
    /// - Throws: ``CollaborationOptionsError/unknownOption(_:)``;
    ///   ``CollaborationOptionsError/selectionRequired(group:)`` when the option is the selected one of
    ///   a picker, or when a picker would be left without an option that can be selected.
    public mutating func deselect(_ identifier: String) throws(CollaborationOptionsError) {
        let place = try place(of: identifier)
        var changed = self
        try changed.optionsGroups[place.group].deselect(identifier)
        try changed.cascade(afterDeselecting: OptionIdentifier(identifier))
        self = changed
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
        let wanted = Set(identifiers.lazy.map { OptionIdentifier($0) })
        let known = Set(options.lazy.map(\.key))
        if let unknown = wanted.subtracting(known).min() { throw .unknownOption(unknown.rawValue) }

        var changed = self
        for place in changed.places {
            changed[place].isSelected = wanted.contains(changed[place].key)
        }
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
    /// - Parameter selection: What a client says that its user selected.
    /// - Returns: True when only text and the selected options differ from the defaults.
    public func accepts(_ selection: CollaborationShareOptions) -> Bool {
        optionsGroups.elementsEqual(selection.optionsGroups) { expected, found in
            expected.key == found.key
                && expected.style == found.style
                && expected.options.elementsEqual(found.options) { expected, found in
                    expected.key == found.key && expected.requirements == found.requirements
                }
        }
    }
}
