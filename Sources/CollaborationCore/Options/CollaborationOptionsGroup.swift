/// Options that are shown together: independent switches, or the choices of one picker.
///
/// Apple has two classes, `SWCollaborationOptionsGroup` and its subclass `SWCollaborationOptionsPickerGroup`.
/// Here they are one value type in two styles, so that groups of both kinds share one array.
///
/// A picker with options always has exactly one of them selected:
///
/// - A new picker selects the first option that is marked as selected, or else its first option.
/// - Selecting an option deselects the others. Deselecting the selected option has no effect on ``options``,
///   and ``deselect(_:)`` throws.
/// - When an assignment to ``options`` removes the selected option, the same rule chooses again: the first
///   option that is marked, or else the first option.
/// - When the selected option loses an option that it requires, ``CollaborationShareOptions`` selects the
///   first option whose requirements are met.
///
/// ``CollaborationShareOptions`` has the rules that reach across groups. It also refuses groups without
/// options and identifiers that are used twice.
public struct CollaborationOptionsGroup: Hashable, Sendable {
    /// How the options of a group relate to each other.
    public enum Style: String, Hashable, Sendable, Codable, CaseIterable {
        /// The options are independent switches. A group of one option is a single switch.
        case switches

        /// Exactly one option is selected.
        case picker
    }

    /// The text above the group, empty when there is none.
    @LimitedText public var title: String = ""

    /// What ``identifier`` is made of, to be compared by its bytes.
    let name: OptionName

    /// The text below the group, empty when there is none.
    @LimitedText public var footer: String = ""

    /// How the options relate to each other.
    public let style: Style

    /// The options.
    ///
    /// Writing here bypasses the rule of the picker; the caller must restore it.
    var storedOptions: [CollaborationOption]

    /// Makes a group of switches, or a picker when that style is given.
    public init(identifier: String, options: [CollaborationOption], style: Style = .switches) {
        name = OptionName(identifier)
        self.style = style
        storedOptions = options
        if style == .picker {
            choose(options.firstIndex(where: \.isSelected) ?? options.startIndex)
        }
    }

    /// Makes a picker: a group in which exactly one option is selected.
    ///
    /// - Returns: A group in the style ``Style/picker``.
    public static func picker(identifier: String, options: [CollaborationOption]) -> Self {
        Self(identifier: identifier, options: options, style: .picker)
    }

    /// The string by which the app and its server recognize the group.
    public var identifier: String { name.rawValue }

    /// The options in the order in which they are shown.
    ///
    /// In a picker, an option that becomes selected deselects the others. Setting `isSelected` of the
    /// selected option to false has no effect; ``deselect(_:)`` reports that as an error. When an assignment
    /// removes the selected option, the first marked option is selected, or else the first option.
    public var options: [CollaborationOption] {
        get { storedOptions }
        set {
            let previous = selectedName
            storedOptions = newValue
            guard style == .picker else { return }
            let marked = newValue.indices.filter { newValue[$0].isSelected }
            choose(
                marked.first { newValue[$0].name != previous }
                    ?? marked.first
                    ?? newValue.firstIndex { $0.name == previous }
                    ?? newValue.startIndex
            )
        }
    }

    /// The identifier of the option that a picker has selected; nil in a group of switches.
    ///
    /// Setting it selects that option and deselects the others. As on Apple's systems, setting it has no
    /// effect in a group of switches or with an identifier that no option has. ``select(_:)`` throws for an
    /// unknown identifier and works in both styles.
    public var selectedOptionIdentifier: String? {
        get { selectedName?.rawValue }
        set {
            guard style == .picker, let newValue else { return }
            try? select(newValue)
        }
    }

    var selectedName: OptionName? {
        style == .picker ? storedOptions.first(where: \.isSelected)?.name : nil
    }

    /// Makes the option at an index the only selected one; an index past the end selects none.
    mutating func choose(_ index: Int) {
        for other in storedOptions.indices {
            storedOptions[other].isSelected = other == index
        }
    }

    /// Selects an option; in a picker the others are deselected.
    ///
    /// Requirements are not checked: a group does not know the other groups.
    /// ``CollaborationShareOptions/select(_:)`` checks them.
    ///
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
        let name = OptionName(identifier)
        guard let index = storedOptions.firstIndex(where: { $0.name == name }) else {
            throw .unknownOption(identifier)
        }
        return index
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Makes a picker, under Apple's name for it.
///
/// It is the same as ``CollaborationOptionsGroup/picker(identifier:options:)``. It is a function because
/// groups of both styles have one type, so that `[permission, additionalSettings]` is an array of one type.
///
/// - Returns: A group in which the first option is selected unless another is marked.
public func CollaborationOptionsPickerGroup(
    identifier: String,
    options: [CollaborationOption]
) -> CollaborationOptionsGroup {
    .picker(identifier: identifier, options: options)
}

extension CollaborationOptionsGroup: Codable {
    private enum CodingKeys: String, CodingKey {
        case title
        case name = "identifier"
        case footer
        case style
        case storedOptions = "options"
    }

    /// Decodes a group, in which title and footer may be absent, and an absent style means switches.
    ///
    /// - Throws: `DecodingError` when a value is missing or has the wrong type, or when none or several options of a
    ///   picker are selected. No value of this type is encoded like that, so the input is refused and not
    ///   repaired. The underlying error is ``CollaborationOptionsError/wrongSelectionCount(group:found:)``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(OptionName.self, forKey: .name)
        style = try values.decodeIfPresent(Style.self, forKey: .style) ?? .switches
        storedOptions = try values.decode([CollaborationOption].self, forKey: .storedOptions)
        if let title = try values.decodeIfPresent(LimitedText.self, forKey: .title) { _title = title }
        if let footer = try values.decodeIfPresent(LimitedText.self, forKey: .footer) { _footer = footer }

        let selected = storedOptions.count(where: \.isSelected)
        if style == .picker, selected != 1, !storedOptions.isEmpty {
            let error = CollaborationOptionsError.wrongSelectionCount(group: identifier, found: selected)
            throw DecodingError.brokenRule(error, at: values.codingPath)
        }
    }
}

extension CollaborationOptionsGroup: CustomStringConvertible {
    /// The group's title and its options on one line, as in `Permission: Can make changes* | Read only`.
    ///
    /// A star marks what is selected.
    public var description: String {
        let titles = options.map { $0.isSelected ? "\($0.title)*" : $0.title }
        let separator = style == .picker ? " | " : ", "
        return "\(title.nonBlank ?? identifier): \(titles.joined(separator: separator))".onOneLine
    }
}
