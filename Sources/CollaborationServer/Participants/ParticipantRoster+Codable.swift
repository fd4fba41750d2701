import CollaborationModels

extension ParticipantRoster: Codable {
    private struct Participant: Codable {
        var identity: Person.Identity
        var account: AccountIdentifier?

        private enum CodingKeys: String, CodingKey {
            case account
        }

        init(_ identity: Person.Identity, _ account: AccountIdentifier?) {
            self.identity = identity
            self.account = account
        }

        init(from decoder: any Decoder) throws {
            identity = try Person.Identity(from: decoder)
            account = try decoder.container(keyedBy: CodingKeys.self)
                .decodeIfPresent(AccountIdentifier.self, forKey: .account)
        }

        func encode(to encoder: any Encoder) throws {
            try identity.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(account, forKey: .account)
        }
    }

    /// Decodes what ``encode(to:)`` encodes.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for a root hash that is not 32 bytes and for an identity that occurs
    ///   twice.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.singleValueContainer()
        for participant in try container.decode([Participant].self) {
            guard accounts[participant.identity] == nil else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "An identity occurs twice."
                )
            }
            add(participant.identity)
            if let account = participant.account {
                _ = pair(participant.identity, with: account, policy: .refuse)
            }
        }
    }

    /// Encodes an array with the `rootHash` and the `account`, if any, of each participant, ordered by root
    /// hash.
    public func encode(to encoder: any Encoder) throws {
        let participants = accounts.sorted { $0.key.digest.lexicographicallyPrecedes($1.key.digest) }
        var container = encoder.singleValueContainer()
        try container.encode(participants.map { Participant($0.key, $0.value) })
    }
}
