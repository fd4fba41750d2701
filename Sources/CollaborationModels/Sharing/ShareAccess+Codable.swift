import CollaborationProofs

extension ShareAccess: Codable {
    private enum CodingKeys: String, CodingKey {
        case participants
        case requesters
        case blockedIdentities
        case allowsAccessRequests
    }

    /// Decodes the lists and checks that there is one owner and that nobody is listed twice.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let participants = try values.decode([ShareParticipant].self, forKey: .participants)
        let requesters = try values.decode([UserIdentity].self, forKey: .requesters)
        let blocked = try values.decode([UserIdentity].self, forKey: .blockedIdentities)
        let owners = participants.filter { $0.role == .owner }
        guard let owner = owners.first, owners.count == 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .participants,
                in: values,
                debugDescription: "a share has one owner, not \(owners.count)"
            )
        }
        self.init(
            owner: owner.userIdentity,
            allowsAccessRequests: try values.decode(Bool.self, forKey: .allowsAccessRequests)
        )
        for participant in participants { place(.participant(participant), participant.userIdentity) }
        for identity in requesters { place(.requester(identity), identity) }
        for identity in blocked { place(.blocked(identity), identity) }
        guard standings.count == participants.count + requesters.count + blocked.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .participants,
                in: values,
                debugDescription: "a person is listed twice"
            )
        }
        guard requesters.count <= Self.maximumRequesterCount else {
            throw DecodingError.dataCorruptedError(
                forKey: .requesters,
                in: values,
                debugDescription: "there are \(requesters.count) requests, more than the maximum"
            )
        }
    }

    /// Encodes the lists, each in the order of the handles.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(participants, forKey: .participants)
        try values.encode(requesters, forKey: .requesters)
        try values.encode(blockedIdentities, forKey: .blockedIdentities)
        try values.encode(allowsAccessRequests, forKey: .allowsAccessRequests)
    }
}
