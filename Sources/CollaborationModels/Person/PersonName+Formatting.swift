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

    /// The name as text.
    ///
    /// A name that has none of the parts of a style is shown with the parts that it has.
    ///
    /// - Parameter style: How much of the name is shown.
    /// - Returns: The parts separated by spaces; empty when the name has no parts.
    public func formatted(_ style: Style = .medium) -> String {
        let text =
            switch style {
            case .abbreviated: [givenName, familyName].compactMap { $0?.first?.uppercased() }.joined()
            case .short: Self.joined([nickname ?? givenName ?? familyName])
            case .medium: Self.joined([givenName, familyName])
            case .long: Self.joined([namePrefix, givenName, middleName, familyName, nameSuffix])
            }
        guard text.isEmpty else { return text }
        return Self.joined([namePrefix, givenName ?? nickname, middleName, familyName, nameSuffix])
    }

    private static func joined(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
