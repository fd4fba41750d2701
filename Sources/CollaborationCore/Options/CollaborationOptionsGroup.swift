/// Options that are shown together: independent switches, or the choices of one picker.
///
/// Apple has two classes, `SWCollaborationOptionsGroup` and its subclass `SWCollaborationOptionsPickerGroup`.
/// Here they are one value type in two styles, so that groups of both kinds share one array.
///
/// A picker with options always has exactly one of them selected. A new one selects the first option that is marked as
/// selected, or else its first option. When the selected option loses an option that it requires,
/// ``CollaborationShareOptions`` selects the first option whose requirements are met.
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
    public var title: String = ""

    /// The string by which the app and its server recognize the group.
    public let identifier: String

    /// The text below the group, empty when there is none.
    public var footer: String = ""

    /// How the options relate to each other.
    public let style: Style

    /// Unchecked storage of ``options``.
    var storedOptions: [CollaborationOption]

    /// Makes a group of switches, or a picker when that style is given.
    public init(identifier: String, options: [CollaborationOption], style: Style = .switches) {
        self.identifier = identifier
        self.style = style
        storedOptions = options
        if style == .picker {
            choose(options.firstIndex(where: \.isSelected) ?? options.startIndex)
        }
    }

    /// Makes a picker: a group in which exactly one option is selected.
    public static func picker(identifier: String, options: [CollaborationOption]) -> Self {
        Self(identifier: identifier, options: options, style: .picker)
    }

    /// The options in the order in which they are shown.
    ///
    /// In a picker, an option that becomes selected deselects the others, and setting `isSelected` of the selected option
    /// to false has no effect. When an assignment removes it, the first marked option is selected, or else the first.
    public var options: [CollaborationOption] {
        get { storedOptions }
        set {
            let previous = selectedOptionIdentifier
            storedOptions = newValue
            guard style == .picker else { return }
            let marked = newValue.indices.filter { newValue[$0].isSelected }
            choose(
                marked.first { newValue[$0].identifier != previous }
                    ?? marked.first
                    ?? newValue.firstIndex { $0.identifier == previous }
                    ?? newValue.startIndex
            )
        }
    }

    /// The identifier of the option that a picker has selected; nil in a group of switches.
    ///
    /// Setting it selects that option and deselects the others. Setting it has no effect in a group of switches or, as on
    /// Apple's systems, with an identifier that no option has.
    public var selectedOptionIdentifier: OptionIdentifier? {
        get { style == .picker ? storedOptions.first(where: \.isSelected)?.identifier : nil }
        set {
            let index = storedOptions.firstIndex { $0.identifier == newValue }
            if style == .picker, let index { choose(index) }
        }
    }

    /// Makes the option at an index the only selected one; an index past the end selects none.
    mutating func choose(_ index: Int) {
        for other in storedOptions.indices {
            storedOptions[other].isSelected = other == index
        }
    }
}

extension CollaborationOptionsGroup: Codable {
    private enum CodingKeys: String, CodingKey {
        case title
        case identifier
        case footer
        case style
        case storedOptions = "options"
    }

    /// Decodes a group; what the initializer does not ask for may be missing.
    ///
    /// - Throws: `DecodingError`, or ``CollaborationOptionsError/wrongSelectionCount(group:found:)`` when none or
    ///   several options of a picker are selected.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decodeIfPresent(String.self, forKey: .title) ?? ""
        identifier = try values.decode(String.self, forKey: .identifier)
        footer = try values.decodeIfPresent(String.self, forKey: .footer) ?? ""
        style = try values.decodeIfPresent(Style.self, forKey: .style) ?? .switches
        storedOptions = try values.decode([CollaborationOption].self, forKey: .storedOptions)
        if !storedOptions.isEmpty { try checkSelection() }
    }

    /// Throws unless a picker has one selected option.
    func checkSelection() throws(CollaborationOptionsError) {
        let found = storedOptions.count(where: \.isSelected)
        guard style == .switches || found == 1 else { throw .wrongSelectionCount(group: identifier, found: found) }
    }
}
