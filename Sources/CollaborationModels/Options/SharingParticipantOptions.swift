/// Who may be given access to a share; an option set of what a person can choose from.
///
/// Apple's name is `CKSharingParticipantAccessOption`, with the same raw values.
public struct SharingParticipantAccessOption: OptionSet, Hashable, Sendable, Codable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set of bits; bits without a meaning are kept and have no effect.
    ///
    /// - Parameter rawValue: The bits of the set.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Anyone who has the link.
    public static let anyoneWithLink = SharingParticipantAccessOption(rawValue: 1 << 0)

    /// Only the recipients whom the sender names.
    public static let specifiedRecipientsOnly = SharingParticipantAccessOption(rawValue: 1 << 1)

    /// Either, as the person chooses.
    public static let any: SharingParticipantAccessOption = [.anyoneWithLink, .specifiedRecipientsOnly]
}

extension SharingParticipantAccessOption: CustomStringConvertible {
    /// The names of the members.
    public var description: String {
        let names = [
            contains(.anyoneWithLink) ? "anyoneWithLink" : nil,
            contains(.specifiedRecipientsOnly) ? "specifiedRecipientsOnly" : nil,
        ]
        return "[\(names.compactMap(\.self).joined(separator: ", "))]"
    }
}

/// What participants may do with a share; an option set of what a person can choose from.
///
/// Apple's name is `CKSharingParticipantPermissionOption`, with the same raw values.
public struct SharingParticipantPermissionOption: OptionSet, Hashable, Sendable, Codable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Makes a set of bits; bits without a meaning are kept and have no effect.
    ///
    /// - Parameter rawValue: The bits of the set.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Participants may read.
    public static let readOnly = SharingParticipantPermissionOption(rawValue: 1 << 0)

    /// Participants may read and make changes.
    public static let readWrite = SharingParticipantPermissionOption(rawValue: 1 << 1)

    /// Either, as the person chooses.
    public static let any: SharingParticipantPermissionOption = [.readOnly, .readWrite]
}

extension SharingParticipantPermissionOption: CustomStringConvertible {
    /// The names of the members.
    public var description: String {
        let names = [
            contains(.readOnly) ? "readOnly" : nil,
            contains(.readWrite) ? "readWrite" : nil,
        ]
        return "[\(names.compactMap(\.self).joined(separator: ", "))]"
    }
}
