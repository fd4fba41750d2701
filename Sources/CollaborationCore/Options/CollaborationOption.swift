/// One setting that a person can switch on or off, or choose, before a collaboration is sent.
///
/// How an option behaves is decided by the group that holds it: in a group of switches each option is
/// independent, in a picker exactly one is selected. Apple's name is `SWCollaborationOption`.
public struct CollaborationOption: Hashable, Sendable, Codable {
    /// The title that a person sees.
    public var title: String

    /// What the app and its server recognize the option by.
    ///
    /// It is unique among all options of one ``CollaborationShareOptions``.
    public let identifier: OptionIdentifier

    /// A second line of text, empty when there is none.
    public var subtitle: String

    /// Whether the option is switched on or chosen.
    public var isSelected: Bool

    /// The identifiers of the options, in any group, that must be selected before this one can be interacted with.
    public var requiredOptionsIdentifiers: [OptionIdentifier]

    /// Makes an option.
    public init(
        title: String,
        identifier: OptionIdentifier,
        subtitle: String = "",
        selected: Bool = false,
        requiredOptionsIdentifiers: [OptionIdentifier] = []
    ) {
        self.title = title
        self.identifier = identifier
        self.subtitle = subtitle
        isSelected = selected
        self.requiredOptionsIdentifiers = requiredOptionsIdentifiers
    }

    /// Decodes an option; what the initializer does not ask for may be missing.
    ///
    /// The share options check its identifiers.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decode(String.self, forKey: .title)
        // As strings, since the share options check identifiers and say which one is wrong.
        identifier = OptionIdentifier(try values.decode(String.self, forKey: .identifier))
        subtitle = try values.decodeIfPresent(String.self, forKey: .subtitle) ?? ""
        isSelected = try values.decodeIfPresent(Bool.self, forKey: .isSelected) ?? false
        let required = try values.decodeIfPresent([String].self, forKey: .requiredOptionsIdentifiers) ?? []
        requiredOptionsIdentifiers = required.map { OptionIdentifier($0) }
    }
}
