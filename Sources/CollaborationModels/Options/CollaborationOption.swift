import CollaborationProofs

/// One setting that a person can switch on or off, or choose, before a collaboration is sent.
///
/// How an option behaves is decided by the group that holds it: in a group of switches each option is
/// independent, in a picker exactly one is selected. Apple's name is `SWCollaborationOption`.
///
/// Identifiers and texts of options and groups are compared by their UTF-8 bytes, as a `StringIdentifier`
/// is.
public struct CollaborationOption: Hashable, Sendable {
    /// The title that a person sees.
    public var title: String {
        get { titleText.rawValue }
        set { titleText = ByteComparedText(newValue) }
    }

    private var titleText: ByteComparedText

    let key: OptionIdentifier

    /// A second line of text, empty when there is none.
    public var subtitle: String {
        get { subtitleText.rawValue }
        set { subtitleText = ByteComparedText(newValue) }
    }

    private var subtitleText: ByteComparedText

    /// Whether the option is switched on or chosen.
    public var isSelected: Bool

    var requirements: [OptionIdentifier]

    /// Makes an option.
    ///
    /// - Parameters:
    ///   - title: The title that a person sees.
    ///   - identifier: The string by which the app and its server recognize the option.
    ///   - subtitle: A second line of text.
    ///   - isSelected: Whether the option is selected from the start.
    ///   - requiredOptionsIdentifiers: The options that must be selected before this one can be interacted
    ///     with.
    public init(
        title: String,
        identifier: String,
        subtitle: String = "",
        isSelected: Bool = false,
        requiredOptionsIdentifiers: [String] = []
    ) {
        titleText = ByteComparedText(title)
        key = OptionIdentifier(identifier)
        subtitleText = ByteComparedText(subtitle)
        self.isSelected = isSelected
        requirements = requiredOptionsIdentifiers.map { OptionIdentifier($0) }
    }

    /// Makes an option, with Apple's label for the selection.
    ///
    /// - Parameters:
    ///   - title: The title that a person sees.
    ///   - identifier: The string by which the app and its server recognize the option.
    ///   - subtitle: A second line of text.
    ///   - selected: Whether the option is selected from the start.
    ///   - requiredOptionsIdentifiers: The options that must be selected before this one can be interacted
    ///     with.
    public init(
        title: String,
        identifier: String,
        subtitle: String = "",
        selected: Bool,
        requiredOptionsIdentifiers: [String] = []
    ) {
        self.init(
            title: title,
            identifier: identifier,
            subtitle: subtitle,
            isSelected: selected,
            requiredOptionsIdentifiers: requiredOptionsIdentifiers
        )
    }

    /// The string by which the app and its server recognize the option.
    ///
    /// It is unique among all options of one ``CollaborationShareOptions``.
    public var identifier: String { key.rawValue }

    /// The identifiers of the options, in any group, that must be selected before this one can be interacted
    /// with.
    public var requiredOptionsIdentifiers: [String] {
        get { requirements.map(\.rawValue) }
        set { requirements = newValue.map { OptionIdentifier($0) } }
    }
}

/// The identifier of an option or of a group, compared by its bytes.
///
/// Public declarations have a plain `String`, as Apple's have. Sets, dictionaries and comparisons use this
/// type.
struct OptionIdentifier: StringIdentifier {
    let rawValue: String
}

extension OptionIdentifier {
    /// Decodes a string of any length, which ``CollaborationShareOptions`` checks.
    init(from decoder: any Decoder) throws {
        self.init(try String(from: decoder))
    }
}

extension CollaborationOption: Codable {
    private enum CodingKeys: String, CodingKey {
        case titleText = "title"
        case key = "identifier"
        case subtitleText = "subtitle"
        case isSelected
        case requirements = "requiredOptionsIdentifiers"
    }

    /// Decodes an option, in which whatever has a default in the initializer may be absent.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when the title or the identifier is missing or a value has the wrong type.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        titleText = try values.decode(ByteComparedText.self, forKey: .titleText)
        key = try values.decode(OptionIdentifier.self, forKey: .key)
        subtitleText = try values.decodeIfPresent(ByteComparedText.self, forKey: .subtitleText) ?? ""
        isSelected = try values.decodeIfPresent(Bool.self, forKey: .isSelected) ?? false
        requirements = try values.decodeIfPresent([OptionIdentifier].self, forKey: .requirements) ?? []
    }
}

extension CollaborationOption: Identifiable {
    /// The same as ``identifier``.
    public var id: String { identifier }
}

extension CollaborationOption: CustomStringConvertible {
    /// The title, the identifier and the state, as in `Allow comments (comments): on`.
    public var description: String {
        "\(title) (\(identifier)): \(isSelected ? "on" : "off")"
    }
}
