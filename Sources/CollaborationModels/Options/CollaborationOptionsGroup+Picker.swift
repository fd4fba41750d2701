extension CollaborationOptionsGroup {
    /// The identifier of the option that a picker has selected; nil in a group of switches.
    ///
    /// Setting it selects that option and deselects the others. A group of switches, and an identifier that
    /// no option has, leave the group as it was, as on Apple's systems; ``select(_:)`` reports both as errors
    /// or carries them out.
    public var selectedOptionIdentifier: String? {
        get {
            guard style == .picker else { return nil }
            return storedOptions.first(where: \.isSelected)?.identifier
        }
        set {
            guard style == .picker, let index = storedOptions.firstIndex(where: { $0.identifier == newValue })
            else { return }
            choose(index)
        }
    }

    /// Selects an option; in a picker the others are deselected.
    ///
    /// A group knows nothing of the other groups, so requirements are not looked at here.
    ///
    /// - Parameter identifier: The identifier of the option.
    /// - Throws: ``CollaborationOptionsError/unknownOption(_:)`` when the group has no such option.
    public mutating func select(_ identifier: String) throws(CollaborationOptionsError) {
        let index = try index(of: identifier)
        switch style {
        case .switches: storedOptions[index].isSelected = true
        case .picker: choose(index)
        }
    }

    /// Switches an option off.
    ///
    /// - Parameter identifier: The identifier of the option.
    /// - Throws: ``CollaborationOptionsError/unknownOption(_:)`` when the group has no such option, and
    /// ``CollaborationOptionsError/selectionRequired(group:)`` when it is what a picker has selected.
    public mutating func deselect(_ identifier: String) throws(CollaborationOptionsError) {
        let index = try index(of: identifier)
        guard storedOptions[index].isSelected else { return }
        guard style == .switches else { throw .selectionRequired(group: self.identifier) }
        storedOptions[index].isSelected = false
    }

    /// Makes the option at an index the only selected one; an index past the end selects none.
    mutating func choose(_ index: Int) {
        for other in storedOptions.indices {
            storedOptions[other].isSelected = other == index
        }
    }

    private func index(of identifier: String) throws(CollaborationOptionsError) -> Int {
        guard let index = storedOptions.firstIndex(where: { $0.identifier == identifier }) else {
            throw .unknownOption(identifier)
        }
        return index
    }
}
