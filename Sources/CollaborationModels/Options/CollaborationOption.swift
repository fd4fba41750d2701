/// One setting that a person can switch on or off, or choose, before a collaboration is sent.
///
/// How an option behaves is decided by the group that holds it: in a group of switches each option stands for
/// itself, in a picker group exactly one is selected. Apple's name is `SWCollaborationOption`.
public struct CollaborationOption: Hashable, Sendable {
    /// The text that names the option to a person.
    public var title: String

    /// The string by which the app and its server recognise the option.
    ///
    /// It is unique among all options of one ``CollaborationShareOptions``.
    public let identifier: String

    /// A second line of text, empty when there is none.
    public var subtitle: String

    /// Whether the option is switched on or chosen.
    public var isSelected: Bool

    /// The identifiers of the options, in any group, that must be selected before this one can be interacted
    /// with.
    public var requiredOptionsIdentifiers: [String]

    /// Makes an option.
    ///
    /// - Parameters:
    ///   - title: The text that names the option to a person.
    ///   - identifier: The string by which the app and its server recognise the option.
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
        self.title = title
        self.identifier = identifier
        self.subtitle = subtitle
        self.isSelected = isSelected
        self.requiredOptionsIdentifiers = requiredOptionsIdentifiers
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
