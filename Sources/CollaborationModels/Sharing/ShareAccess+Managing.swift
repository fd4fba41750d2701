#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ShareAccess {
    /// Records that a person asks for access.
    ///
    /// Nothing happens when requests are not allowed, when the person takes part, asks already or is blocked,
    /// and when ``maximumRequesterCount`` is reached. The person must not learn which: as with Apple's, the
    /// answer does not reveal whether there is a share.
    ///
    /// - Parameter person: Who asks, as the server has authenticated the person.
    /// - Returns: True when there is a new request, so that the managers are told.
    @discardableResult
    public mutating func requestAccess(by person: UserIdentity) -> Bool {
        guard allowsAccessRequests, hasRoomForRequest, standings[person.key] == nil else { return false }
        place(.requester(person), person)
        return true
    }

    /// Allows or forbids requests for access.
    ///
    /// - Parameters:
    ///   - isAllowed: Whether people who were not invited can ask. Pending requests stay.
    ///   - manager: Who decides.
    /// - Throws: ``ShareAccessError/notManager``.
    public mutating func setAllowsAccessRequests(
        _ isAllowed: Bool,
        by manager: UserIdentity
    ) throws(ShareAccessError) {
        try checkIsManager(manager)
        allowsAccessRequests = isAllowed
    }

    /// Adds a participant, lets in a person who asks, or changes the role of a participant.
    ///
    /// CloudKit approves a request in the same way: by adding the person.
    ///
    /// - Parameters:
    ///   - identity: The person.
    ///   - role: Any role except the owner's.
    ///   - manager: Who decides.
    /// - Throws: ``ShareAccessError``: a blocked person must be unblocked first, and the owner stays the owner.
    public mutating func addParticipant(
        _ identity: UserIdentity,
        role: ParticipantRole = .privateUser,
        by manager: UserIdentity
    ) throws(ShareAccessError) {
        try checkIsManager(manager)
        guard role != .owner, identity.key != owner.key else { throw .ownerIsFixed }
        switch standings[identity.key] {
        case .participant(var participant):
            participant.role = role
            place(.participant(participant), identity)
        case .requester(let requester):
            place(.participant(ShareParticipant(requester, role: role, isApprovedRequester: true)), identity)
        case .blocked: throw .blocked
        case nil: place(.participant(ShareParticipant(identity, role: role)), identity)
        }
    }

    /// Removes a participant, who may then ask for access again.
    ///
    /// - Parameters:
    ///   - identity: The person; nothing happens when the person does not take part.
    ///   - manager: Who decides.
    /// - Throws: ``ShareAccessError``.
    public mutating func removeParticipant(
        _ identity: UserIdentity,
        by manager: UserIdentity
    ) throws(ShareAccessError) {
        try checkIsManager(manager)
        guard identity.key != owner.key else { throw .ownerIsFixed }
        if case .participant = standings[identity.key] { place(nil, identity) }
    }

    /// Denies the requests of some people, who may ask again.
    ///
    /// - Parameters:
    ///   - requesters: The people; those who do not ask are left out.
    ///   - manager: Who decides.
    /// - Throws: ``ShareAccessError/notManager``.
    public mutating func denyRequesters(
        _ requesters: [UserIdentity],
        by manager: UserIdentity
    ) throws(ShareAccessError) {
        try checkIsManager(manager)
        for identity in requesters {
            if case .requester = standings[identity.key] { place(nil, identity) }
        }
    }

    /// Blocks some people, who can no longer ask.
    ///
    /// Participants among them are removed.
    ///
    /// - Parameters:
    ///   - requesters: The people.
    ///   - manager: Who decides.
    /// - Throws: ``ShareAccessError``; then nobody is blocked.
    public mutating func blockRequesters(
        _ requesters: [UserIdentity],
        by manager: UserIdentity
    ) throws(ShareAccessError) {
        try checkIsManager(manager)
        guard !requesters.contains(where: { $0.key == owner.key }) else { throw .ownerIsFixed }
        for identity in requesters { place(.blocked(identity), identity) }
    }

    /// Lets blocked people ask again.
    ///
    /// - Parameters:
    ///   - blockedIdentities: The people; those who are not blocked are left out.
    ///   - manager: Who decides.
    /// - Throws: ``ShareAccessError/notManager``.
    public mutating func unblockIdentities(
        _ blockedIdentities: [UserIdentity],
        by manager: UserIdentity
    ) throws(ShareAccessError) {
        try checkIsManager(manager)
        for identity in blockedIdentities {
            if case .blocked = standings[identity.key] { place(nil, identity) }
        }
    }

    private func checkIsManager(_ identity: UserIdentity) throws(ShareAccessError) {
        guard participant(identity)?.role.isManager == true else { throw .notManager }
    }
}

/// Why the access of a share cannot be changed.
///
/// Apple raises an exception for the first.
public enum ShareAccessError: Error, Hashable, Sendable, CaseIterable {
    /// The person who decides is neither the owner nor an administrator.
    case notManager

    /// The owner would be removed, blocked or given another role, or somebody else made the owner.
    case ownerIsFixed

    /// The person to add is blocked.
    case blocked
}

extension ShareAccessError: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .notManager: "only the owner and the administrators of a share manage its access"
        case .ownerIsFixed: "a share keeps its owner"
        case .blocked: "the person is blocked"
        }
    }
}

extension ShareAccessError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
