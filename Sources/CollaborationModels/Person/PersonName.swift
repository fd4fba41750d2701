/// The parts of a person's name, as Foundation's `PersonNameComponents` has them.
///
/// That type is not part of `FoundationEssentials`, and elsewhere than on Apple's systems it can be neither
/// formatted nor parsed. This one does both for plain Western names and claims nothing beyond: it knows no
/// locale, no script other than by the order given name, family name, and no names of several words apart
/// from middle names.
public struct PersonName: Hashable, Sendable, Codable {
    /// What precedes the name, as in "Dr.".
    public var namePrefix: String?

    /// The name given to the person, as in "Devin".
    public var givenName: String?

    /// What stands between given and family name.
    public var middleName: String?

    /// The name shared with the family.
    public var familyName: String?

    /// What follows the name, as in "Jr.".
    public var nameSuffix: String?

    /// The name used among friends.
    public var nickname: String?

    /// Makes a name of its parts.
    ///
    /// - Parameters:
    ///   - namePrefix: What precedes the name.
    ///   - givenName: The name given to the person.
    ///   - middleName: What stands between given and family name.
    ///   - familyName: The name shared with the family.
    ///   - nameSuffix: What follows the name.
    ///   - nickname: The name used among friends.
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
    /// The name in the long style.
    public var description: String { formatted(.long) }
}
