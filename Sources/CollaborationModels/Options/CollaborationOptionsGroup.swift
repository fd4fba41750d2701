import CollaborationProofs

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
    public var title: String {
        get { titleText.rawValue }
        set { titleText = ByteComparedText(newValue) }
    }

    private var titleText: ByteComparedText = ""

    let key: OptionIdentifier

    /// The text below the group, empty when there is none.
    public var footer: String {
        get { footerText.rawValue }
        set { footerText = ByteComparedText(newValue) }
    }

    private var footerText: ByteComparedText = ""

    /// How the options relate to each other.
    public let style: Style

    /// The options.
    ///
    /// Writing here bypasses the rule of the picker; the caller must restore it.
    var storedOptions: [CollaborationOption]

    /// Makes a group of switches, or a picker when that style is given.
    ///
    /// - Parameters:
    ///   - identifier: The string by which the app and its server recognize the group.
    ///   - options: The options in the order in which they are shown.
    ///   - style: How the options relate to each other.
    public init(identifier: String, options: [CollaborationOption], style: Style = .switches) {
        self.init(key: OptionIdentifier(identifier), options: options, style: style)
    }

    private init(key: OptionIdentifier, options: [CollaborationOption], style: Style) {
        self.key = key
        self.style = style
        storedOptions = options
        if style == .picker {
            choose(options.firstIndex(where: \.isSelected) ?? options.startIndex)
        }
    }

    /// The string by which the app and its server recognize the group.
    public var identifier: String { key.rawValue }

    /// The options in the order in which they are shown.
    ///
    /// In a picker, an option that becomes selected deselects the others. Setting `isSelected` of the
    /// selected option to false has no effect; ``deselect(_:)`` reports that as an error. When an assignment
    /// removes the selected option, the first marked option is selected, or else the first option.
    public var options: [CollaborationOption] {
        get { storedOptions }
        set {
            let previous = selectedKey
            storedOptions = newValue
            guard style == .picker else { return }
            let marked = newValue.indices.filter { newValue[$0].isSelected }
            choose(
                marked.first { newValue[$0].key != previous }
                    ?? marked.first
                    ?? newValue.firstIndex { $0.key == previous }
                    ?? newValue.startIndex
            )
        }
    }
}

extension CollaborationOptionsGroup: Codable {
    private enum CodingKeys: String, CodingKey {
        case titleText = "title"
        case key = "identifier"
        case footerText = "footer"
        case style
        case storedOptions = "options"
    }

    /// Decodes a group, in which title and footer may be absent, and an absent style means switches.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a value is missing or has the wrong type, or when several options of a
    ///   picker are selected. No value of this type is encoded like that, so the input is refused and not
    ///   repaired. The underlying error is ``CollaborationOptionsError/wrongSelectionCount(group:found:)``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let options = try values.decode([CollaborationOption].self, forKey: .storedOptions)
        self.init(
            key: try values.decode(OptionIdentifier.self, forKey: .key),
            options: options,
            style: try values.decodeIfPresent(Style.self, forKey: .style) ?? .switches
        )
        titleText = try values.decodeIfPresent(ByteComparedText.self, forKey: .titleText) ?? ""
        footerText = try values.decodeIfPresent(ByteComparedText.self, forKey: .footerText) ?? ""

        let selected = options.count(where: \.isSelected)
        if style == .picker, selected > 1 {
            let error = CollaborationOptionsError.wrongSelectionCount(group: identifier, found: selected)
            throw DecodingError.dataCorruptedError(in: values, brokenRule: error)
        }
    }
}

extension CollaborationOptionsGroup: Identifiable {
    /// The same as ``identifier``.
    public var id: String { identifier }
}

extension CollaborationOptionsGroup: CustomStringConvertible {
    /// The group's title and its options, as in `Permission: Can make changes* | Read only`.
    ///
    /// A star marks what is selected.
    public var description: String {
        let titles = options.map { $0.isSelected ? "\($0.title)*" : $0.title }
        let separator = style == .picker ? " | " : ", "
        return "\(title.isEmpty ? identifier : title): \(titles.joined(separator: separator))"
    }
}
