/// Who may be given access to a share; an option set of what a person can choose from.
///
/// Apple's name is `CKSharingParticipantAccessOption`, with the same raw values.
public struct SharingParticipantAccessOption: OptionSet, Hashable, Sendable, Codable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set of bits; bits without a meaning are kept and have no effect.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Anyone who has the link.
    public static let anyoneWithLink = Self(rawValue: 1 << 0)

    /// Only the recipients whom the sender names.
    public static let specifiedRecipientsOnly = Self(rawValue: 1 << 1)

    /// Either, as the person chooses.
    public static let any: Self = [.anyoneWithLink, .specifiedRecipientsOnly]
}

/// What participants may do with a share; an option set of what a person can choose from.
///
/// Apple's name is `CKSharingParticipantPermissionOption`, with the same raw values.
public struct SharingParticipantPermissionOption: OptionSet, Hashable, Sendable, Codable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set of bits; bits without a meaning are kept and have no effect.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Participants may read.
    public static let readOnly = Self(rawValue: 1 << 0)

    /// Participants may read and make changes.
    public static let readWrite = Self(rawValue: 1 << 1)

    /// Either, as the person chooses.
    public static let any: Self = [.readOnly, .readWrite]
}

extension SharingParticipantAccessOption: CustomStringConvertible {
    /// The names of the members.
    public var description: String {
        names([(.anyoneWithLink, "anyoneWithLink"), (.specifiedRecipientsOnly, "specifiedRecipientsOnly")])
    }
}

extension SharingParticipantPermissionOption: CustomStringConvertible {
    /// The names of the members.
    public var description: String { names([(.readOnly, "readOnly"), (.readWrite, "readWrite")]) }
}

extension OptionSet {
    fileprivate func names(_ known: [(member: Self, name: String)]) -> String {
        "[\(known.filter { isSuperset(of: $0.member) }.map(\.name).joined(separator: ", "))]"
    }
}
