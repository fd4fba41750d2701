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
    ///
    /// - Parameters:
    ///   - namePrefix: A title in front of the name.
    ///   - givenName: The given name.
    ///   - middleName: The name between given and family name.
    ///   - familyName: The family name.
    ///   - nameSuffix: A suffix after the name.
    ///   - nickname: The nickname.
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

extension PersonName {
    private var parts: [ByteComparedText?] {
        [namePrefix, givenName, middleName, familyName, nameSuffix, nickname].map { part in
            part.map { ByteComparedText($0) }
        }
    }

    /// Whether all parts of two names have the same bytes.
    public static func == (a: PersonName, b: PersonName) -> Bool {
        a.parts == b.parts
    }

    /// Hashes the bytes of all parts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(parts)
    }
}

extension PersonName {
    /// Decodes a name.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for a part that is longer than ``JSONLimits/textByteCount``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        namePrefix = try values.decodeTextIfPresent(forKey: .namePrefix)
        givenName = try values.decodeTextIfPresent(forKey: .givenName)
        middleName = try values.decodeTextIfPresent(forKey: .middleName)
        familyName = try values.decodeTextIfPresent(forKey: .familyName)
        nameSuffix = try values.decodeTextIfPresent(forKey: .nameSuffix)
        nickname = try values.decodeTextIfPresent(forKey: .nickname)
    }
}

extension PersonName: CustomStringConvertible {
    /// The name in the long style.
    public var description: String { formatted(.long) }
}
