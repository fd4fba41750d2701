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
    /// - Parameter style: How much of the name is shown.
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
