/// The parts of a person's name, as Foundation's `PersonNameComponents` has them.
///
/// Foundation's type is not part of `FoundationEssentials`, and can be formatted and parsed on Apple's systems
/// only. This type formats and parses plain Western names: the given name comes first, and only the middle
/// name may have several words. It ignores locales.
public struct PersonName: Hashable, Sendable, Codable {
    /// A title in front of the name, such as "Dr.".
    public var namePrefix: String?

    /// The given name, such as "Devin".
    public var givenName: String?

    /// The name between given and family name.
    public var middleName: String?

    /// The family name.
    public var familyName: String?

    /// A suffix after the name, such as "Jr.".
    public var nameSuffix: String?

    /// The nickname.
    public var nickname: String?

    /// Makes a name from its parts.
    public init(
        namePrefix: String? = nil,
        givenName: String? = nil,
        middleName: String? = nil,
        familyName: String? = nil,
        nameSuffix: String? = nil,
        nickname: String? = nil
    ) {
        self.namePrefix = namePrefix
        self.givenName = givenName
        self.middleName = middleName
        self.familyName = familyName
        self.nameSuffix = nameSuffix
        self.nickname = nickname
    }
}

extension PersonName: CustomStringConvertible {
    /// The name in the long style, on one line.
    public var description: String { formatted(.long).onOneLine }
}

extension PersonName {
    /// How much of a name is shown; the styles of Foundation's `PersonNameComponentsFormatter`.
    public enum Style: Hashable, Sendable, CaseIterable {
        /// The initials of given and family name, as in "JA".
        case abbreviated

        /// The nickname, or else the given name, or else the family name.
        case short

        /// Given and family name, as in "Johnny Appleseed".
        case medium

        /// All parts but the nickname, as in "Dr. Johnny C. Appleseed Jr.".
        case long
    }

    /// Returns the name as text.
    ///
    /// A part that is empty or consists of white space counts as absent. A name that has none of the parts of
    /// a style is shown with the parts that it has.
    ///
    /// - Returns: The parts separated by spaces; empty when the name has no parts.
    public func formatted(_ style: Style = .medium) -> String {
        let (prefix, suffix) = (namePrefix?.nonBlank, nameSuffix?.nonBlank)
        let (given, middle, family) = (givenName?.nonBlank, middleName?.nonBlank, familyName?.nonBlank)
        let nick = nickname?.nonBlank
        let text =
            switch style {
            case .abbreviated: [given, family].compactMap { $0?.first?.uppercased() }.joined()
            case .short: nick ?? given ?? family ?? ""
            case .medium: Self.joined([given, family])
            case .long: Self.joined([prefix, given, middle, family, suffix])
            }
        guard text.isEmpty else { return text }
        return Self.joined([prefix, given ?? nick, middle, family, suffix])
    }

    private static func joined(_ parts: [String?]) -> String {
        parts.compactMap(\.self).joined(separator: " ")
    }
}

extension PersonName {
    private static let prefixes: Set<String> = ["mr", "mrs", "ms", "miss", "mx", "dr", "prof"]
    private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq"]

    /// Parses a plain Western name.
    ///
    /// A single word is the given name. Of several words, the first is the given name, the last the family
    /// name and those between the middle name. A common title in front and a common suffix at the end, with
    /// or without a comma before it, are recognized. The result is nil when no name is left, and when there is
    /// another comma.
    ///
    /// - Parameter text: The name as a person writes it, as in "Devin" or "Dr. Johnny Appleseed, Jr.".
    public init?(parsing text: String) {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        self.init()
        if let first = words.first, Self.isAmong(Self.prefixes, first) {
            namePrefix = words.removeFirst()
        }
        if words.count > 1, let last = words.last, Self.isAmong(Self.suffixes, last) {
            nameSuffix = words.removeLast()
            if let name = words.popLast() {
                words.append(name.hasSuffix(",") ? String(name.dropLast()) : name)
            }
        }
        let isName = words.allSatisfy { !$0.isEmpty && !$0.contains(",") }
        guard !words.isEmpty, isName else { return nil }
        givenName = words.removeFirst()
        familyName = words.popLast()
        middleName = words.isEmpty ? nil : words.joined(separator: " ")
    }

    private static func isAmong(_ known: Set<String>, _ word: String) -> Bool {
        known.contains(word.lowercased().filter { $0 != "." })
    }
}
