public import CollaborationProofs

/// A person as a share knows the person: by an address, and by a name to show.
///
/// Apple's names are `CKUserIdentity`, and `CKShare.AccessRequester` and `CKShare.BlockedIdentity`, which only
/// wrap it. Two identities are the same person if and only if their handles have the same bytes.
public struct UserIdentity: Hashable, Sendable, Codable {
    let key: ByteComparedText

    /// The name to show.
    public var nameComponents: PersonName?

    /// Makes an identity.
    ///
    /// - Parameters:
    ///   - handle: An e-mail address, a phone number, or an account identifier of the app's own server.
    ///   - nameComponents: The name to show.
    public init(handle: String, nameComponents: PersonName? = nil) {
        key = ByteComparedText(handle)
        self.nameComponents = nameComponents
    }

    /// An e-mail address, a phone number, or an account identifier of the app's own server.
    public var handle: String { key.rawValue }

    private enum CodingKeys: String, CodingKey {
        case key = "handle"
        case nameComponents
    }
}

extension UserIdentity {
    /// Decodes an identity.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for a handle or a part of the name that is longer than `JSONLimits` allow.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        key = ByteComparedText(try values.decodeIdentifier(forKey: .key))
        nameComponents = try values.decodeIfPresent(PersonName.self, forKey: .nameComponents)
    }
}

extension UserIdentity: CustomStringConvertible {
    /// The name and the handle, on one line.
    public var description: String {
        let name = nameComponents?.formatted(.long).nonBlank
        return (name.map { "\($0) (\(handle))" } ?? handle).onOneLine
    }
}

/// What a participant may do with a share itself, with the raw values of Apple's `CKShare.ParticipantRole`.
public enum ParticipantRole: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Shares the content. There is one owner.
    case owner = 1

    /// Manages the participants and the requests for access, like the owner. Apple's since version 26.
    case administrator = 2

    /// Was invited or let in.
    case privateUser = 3

    /// Joined by the link of a share that is open to anyone.
    case publicUser = 4

    /// Whether the role may manage participants and requests for access.
    public var isManager: Bool { self == .owner || self == .administrator }
}

/// A person who takes part in a share: Apple's `CKShare.Participant`.
public struct ShareParticipant: Hashable, Sendable, Codable {
    /// The person.
    public let userIdentity: UserIdentity

    /// What the person may do with the share itself.
    public internal(set) var role: ParticipantRole

    /// Whether the person has asked for access and was let in.
    public let isApprovedRequester: Bool

    init(_ userIdentity: UserIdentity, role: ParticipantRole, isApprovedRequester: Bool = false) {
        self.userIdentity = userIdentity
        self.role = role
        self.isApprovedRequester = isApprovedRequester
    }
}

extension ShareParticipant: CustomStringConvertible {
    /// The person and the role, on one line.
    public var description: String { "\(userIdentity): \(role)" }
}
