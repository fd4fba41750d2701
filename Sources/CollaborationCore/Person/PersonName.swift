/// The parts of a person's name, as Foundation's `PersonNameComponents` has them.
///
/// Foundation's type is not part of `FoundationEssentials`.
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
