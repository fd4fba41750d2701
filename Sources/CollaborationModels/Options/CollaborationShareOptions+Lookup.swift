import CollaborationProofs

extension CollaborationShareOptions {
    /// The options of all groups in the order in which they are shown.
    public var options: [CollaborationOption] {
        optionsGroups.flatMap(\.options)
    }

    /// The identifiers of the selected options in the order in which they are shown.
    public var selectedOptionsIdentifiers: [String] {
        options.filter(\.isSelected).map(\.identifier)
    }

    /// Finds a group.
    ///
    /// - Parameter identifier: The identifier of the group.
    /// - Returns: The group, or nil when there is none with that identifier.
    public func group(_ identifier: String) -> CollaborationOptionsGroup? {
        let key = OptionIdentifier(identifier)
        return optionsGroups.first { $0.key == key }
    }

    /// Finds an option in any group.
    ///
    /// - Parameter identifier: The identifier of the option.
    /// - Returns: The option, or nil when there is none with that identifier.
    public func option(_ identifier: String) -> CollaborationOption? {
        let key = OptionIdentifier(identifier)
        return options.first { $0.key == key }
    }

    /// Tells whether an option is selected.
    ///
    /// - Parameter identifier: The identifier of the option.
    /// - Returns: True when there is such an option and it is selected.
    public func isSelected(_ identifier: String) -> Bool {
        option(identifier)?.isSelected ?? false
    }

    /// Tells whether a person can interact with an option: whether all options that it requires are selected.
    ///
    /// - Parameter identifier: The identifier of the option.
    /// - Returns: True when there is such an option and its requirements are met.
    public func canInteract(with identifier: String) -> Bool {
        guard let option = option(identifier) else { return false }
        return unmetRequirements(of: option).isEmpty
    }

    /// The identifiers that an option requires and that are not selected.
    func unmetRequirements(of option: CollaborationOption) -> [String] {
        guard !option.requirements.isEmpty else { return [] }
        let selected = selectedKeys
        return option.requirements.filter { !selected.contains($0) }.map(\.rawValue)
    }

    var selectedKeys: Set<OptionIdentifier> {
        Set(options.lazy.filter(\.isSelected).map(\.key))
    }
}
