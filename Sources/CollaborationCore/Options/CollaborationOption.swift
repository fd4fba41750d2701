/// One setting that a person can switch on or off, or choose, before a collaboration is sent.
///
/// How an option behaves is decided by the group that holds it: in a group of switches each option is
/// independent, in a picker exactly one is selected. Apple's name is `SWCollaborationOption`.
///
/// Identifiers and texts of options and groups are compared by their UTF-8 bytes, as a `StringIdentifier`
/// is.
public struct CollaborationOption: Hashable, Sendable {
    /// The title that a person sees.
    @LimitedText public var title: String

    /// What ``identifier`` is made of, to be compared by its bytes.
    let name: OptionName

    /// A second line of text, empty when there is none.
    @LimitedText public var subtitle: String

    /// Whether the option is switched on or chosen.
    public var isSelected: Bool

    /// What ``requiredOptionsIdentifiers`` are made of.
    var requirements: [OptionName]

    /// Makes an option.
    public init(
        title: String,
        identifier: String,
        subtitle: String = "",
        selected: Bool = false,
        requiredOptionsIdentifiers: [String] = []
    ) {
        self.title = title
        name = OptionName(identifier)
        self.subtitle = subtitle
        isSelected = selected
        requirements = requiredOptionsIdentifiers.map { OptionName($0) }
    }

    /// The string by which the app and its server recognize the option.
    ///
    /// It is unique among all options of one ``CollaborationShareOptions``.
    public var identifier: String { name.rawValue }

    /// The identifiers of the options, in any group, that must be selected before this one can be interacted
    /// with.
    public var requiredOptionsIdentifiers: [String] {
        get { requirements.map(\.rawValue) }
        set { requirements = newValue.map { OptionName($0) } }
    }
}

/// The identifier of an option or of a group.
///
/// Public declarations have a plain `String`, as Apple's have. ``CollaborationShareOptions`` checks it.
struct OptionName: StringIdentifier {
    let rawValue: String

    init(rawValue: String) {
        self.rawValue = rawValue
    }

    init(from decoder: any Decoder) throws {
        self.init(try String(from: decoder))
    }
}

extension CollaborationOption: Codable {
    private enum CodingKeys: String, CodingKey {
        case title
        case name = "identifier"
        case subtitle
        case isSelected
        case requirements = "requiredOptionsIdentifiers"
    }

    /// Decodes an option, in which whatever has a default in the initializer may be absent.
    ///
    /// - Throws: `DecodingError` when the title or the identifier is missing, a value has the wrong type or a text is
    ///   too long.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        _title = try values.decode(LimitedText.self, forKey: .title)
        name = try values.decode(OptionName.self, forKey: .name)
        _subtitle =
            try values.decodeIfPresent(LimitedText.self, forKey: .subtitle) ?? LimitedText(wrappedValue: "")
        isSelected = try values.decodeIfPresent(Bool.self, forKey: .isSelected) ?? false
        requirements = try values.decodeIfPresent([OptionName].self, forKey: .requirements) ?? []
    }
}

extension CollaborationOption: CustomStringConvertible {
    /// The title, the identifier and the state on one line, as in `Allow comments (comments): on`.
    public var description: String {
        "\(title) (\(identifier)): \(isSelected ? "on" : "off")".onOneLine
    }
}
