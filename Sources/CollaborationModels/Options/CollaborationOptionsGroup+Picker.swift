import CollaborationProofs

extension CollaborationOptionsGroup {
    /// Makes a picker: a group in which exactly one option is selected.
    ///
    /// The first option that is marked as selected is the selected one. When none is marked, it is the first
    /// option.
    ///
    /// - Parameters:
    ///   - identifier: The string by which the app and its server recognize the group.
    ///   - options: The choices in the order in which they are shown.
    /// - Returns: A group in the style ``Style/picker``.
    public static func picker(identifier: String, options: [CollaborationOption]) -> Self {
        Self(identifier: identifier, options: options, style: .picker)
    }

    /// The identifier of the option that a picker has selected; nil in a group of switches.
    ///
    /// Setting it selects that option and deselects the others. As on Apple's systems, setting it has no
    /// effect in a group of switches or with an identifier that no option has. ``select(_:)`` throws for an
    /// unknown identifier and works in both styles.
    public var selectedOptionIdentifier: String? {
        get { selectedKey?.rawValue }
        set {
            let key = newValue.map { OptionIdentifier($0) }
            guard style == .picker, let index = storedOptions.firstIndex(where: { $0.key == key }) else {
                return
            }
            choose(index)
        }
    }

    var selectedKey: OptionIdentifier? {
        guard style == .picker else { return nil }
        return storedOptions.first(where: \.isSelected)?.key
    }

    /// Makes the option at an index the only selected one; an index past the end selects none.
    mutating func choose(_ index: Int) {
        for other in storedOptions.indices {
            storedOptions[other].isSelected = other == index
        }
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Makes a picker, under Apple's name for it.
///
/// It is the same as ``CollaborationOptionsGroup/picker(identifier:options:)``. It is a function because
/// groups of both styles have one type, so that `[permission, additionalSettings]` is an array of one type.
///
/// - Parameters:
///   - identifier: The string by which the app and its server recognize the group.
///   - options: The choices in the order in which they are shown.
/// - Returns: A group in which the first option is selected unless another is marked.
public func CollaborationOptionsPickerGroup(
    identifier: String,
    options: [CollaborationOption]
) -> CollaborationOptionsGroup {
    .picker(identifier: identifier, options: options)
}

extension CollaborationOptionsGroup {
    /// Selects an option; in a picker the others are deselected.
    ///
    /// Requirements are not checked: a group does not know the other groups.
    /// ``CollaborationShareOptions/select(_:)`` checks them.
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
    /// ``CollaborationOptionsError/selectionRequired(group:)`` when the option is the selected one of a
    /// picker.
    public mutating func deselect(_ identifier: String) throws(CollaborationOptionsError) {
        let index = try index(of: identifier)
        guard storedOptions[index].isSelected else { return }
        guard style == .switches else { throw .selectionRequired(group: self.identifier) }
        storedOptions[index].isSelected = false
    }

    private func index(of identifier: String) throws(CollaborationOptionsError) -> Int {
        let key = OptionIdentifier(identifier)
        guard let index = storedOptions.firstIndex(where: { $0.key == key }) else {
            throw .unknownOption(identifier)
        }
        return index
    }
}
