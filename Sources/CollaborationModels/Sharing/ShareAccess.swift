import CollaborationProofs

/// The people of a share: who takes part, who asks for access, and who may not ask.
///
/// A person who was not invited and has found the link can ask for access, if the share allows it. The owner
/// and the administrators see the request. One of them lets the person in, denies the request, or blocks the
/// person. A person whose request was denied may ask again. A blocked person may not, until unblocked.
///
/// In CloudKit this is part of `CKShare` since version 26 of Apple's systems. A server of an app's own
/// collaborations can keep a value for each of them. The value decides who may do what; it gives no access by
/// itself. A person who is let in is invited like any other, by an identity that the sender's Messages adds.
public struct ShareAccess: Hashable, Sendable {
    /// The maximum number of pending requests; strangers can make no more.
    public static let maximumRequesterCount = 1_000

    enum Standing: Hashable {
        case participant(ShareParticipant)
        case requester(UserIdentity)
        case blocked(UserIdentity)
    }

    /// The person who shares the content.
    public let owner: UserIdentity

    /// Whether people who were not invited can ask for access; false by default, like Apple's.
    public internal(set) var allowsAccessRequests: Bool

    /// Each person under the handle, so that nobody is in two of the lists.
    private(set) var standings: [ByteComparedText: Standing] = [:]

    private var requesterCount = 0

    /// Makes the access of a share whose only participant is its owner.
    ///
    /// - Parameters:
    ///   - owner: The person who shares the content.
    ///   - allowsAccessRequests: Whether people who were not invited can ask for access.
    public init(owner: UserIdentity, allowsAccessRequests: Bool = false) {
        self.owner = owner
        self.allowsAccessRequests = allowsAccessRequests
        place(.participant(ShareParticipant(owner, role: .owner)), owner)
    }

    var hasRoomForRequest: Bool { requesterCount < Self.maximumRequesterCount }

    mutating func place(_ standing: Standing?, _ identity: UserIdentity) {
        if case .requester = standings[identity.key] { requesterCount -= 1 }
        if case .requester = standing { requesterCount += 1 }
        standings[identity.key] = standing
    }

    private func list<Element>(_ element: (Standing) -> Element?) -> [Element] {
        standings.sorted { $0.key < $1.key }.compactMap { element($0.value) }
    }
}

extension ShareAccess {
    /// The people who take part, the owner among them, in the order of their handles.
    public var participants: [ShareParticipant] {
        list { if case .participant(let participant) = $0 { participant } else { nil } }
    }

    /// The people who ask for access, in the order of their handles.
    public var requesters: [UserIdentity] {
        list { if case .requester(let identity) = $0 { identity } else { nil } }
    }

    /// The people who may not ask for access, in the order of their handles.
    public var blockedIdentities: [UserIdentity] {
        list { if case .blocked(let identity) = $0 { identity } else { nil } }
    }

    /// The people who see the requests and decide on them: the owner and the administrators.
    public var managers: [ShareParticipant] { participants.filter(\.role.isManager) }

    /// Finds a participant.
    ///
    /// - Parameter identity: The person.
    /// - Returns: The participant, or nil when the person does not take part.
    public func participant(_ identity: UserIdentity) -> ShareParticipant? {
        guard case .participant(let participant) = standings[identity.key] else { return nil }
        return participant
    }
}

extension ShareAccess: CustomStringConvertible {
    /// The owner and the sizes of the lists, on one line.
    public var description: String {
        let requests = allowsAccessRequests ? "\(requesterCount) ask" : "no requests allowed"
        return "Share of \(owner): \(participants.count) take part, \(requests), "
            + "\(blockedIdentities.count) blocked"
    }
}
