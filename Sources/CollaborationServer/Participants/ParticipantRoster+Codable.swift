import CollaborationModels

extension ParticipantRoster: Codable {
    private struct Entry: Codable {
        var identity: Person.Identity
        var account: AccountIdentifier?
        var isRemoved: Bool?

        private enum CodingKeys: String, CodingKey {
            case account
            case isRemoved
        }

        init(identity: Person.Identity, account: AccountIdentifier? = nil, isRemoved: Bool? = nil) {
            self.identity = identity
            self.account = account
            self.isRemoved = isRemoved
        }

        init(from decoder: any Decoder) throws {
            identity = try Person.Identity(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            account = try container.decodeIfPresent(AccountIdentifier.self, forKey: .account)
            isRemoved = try container.decodeIfPresent(Bool.self, forKey: .isRemoved)
        }

        func encode(to encoder: any Encoder) throws {
            try identity.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(account, forKey: .account)
            try container.encodeIfPresent(isRemoved, forKey: .isRemoved)
        }
    }

    /// Decodes what ``encode(to:)`` encodes.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for a root hash that is not 32 bytes, for an identity that occurs
    ///   twice and for a removed one with an account.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.singleValueContainer()
        func corrupted(_ description: String) -> DecodingError {
            .dataCorruptedError(in: container, debugDescription: description)
        }
        for entry in try container.decode([Entry].self) {
            guard accounts[entry.identity] == nil, !removedIdentities.contains(entry.identity) else {
                throw corrupted("An identity occurs twice.")
            }
            switch (entry.account, entry.isRemoved ?? false) {
            case (nil, true): remove(entry.identity)
            case (_?, true): throw corrupted("A removed identity has an account.")
            case (let account, false):
                add(entry.identity)
                if let account { _ = pair(entry.identity, with: account, policy: .refuse) }
            }
        }
    }

    /// Encodes an array with the `rootHash` of each identity, ordered by root hash, with its `account`, if any,
    /// and with `isRemoved` if it was removed.
    public func encode(to encoder: any Encoder) throws {
        let known = accounts.map { Entry(identity: $0.key, account: $0.value) }
        let removed = removedIdentities.map { Entry(identity: $0, isRemoved: true) }
        var container = encoder.singleValueContainer()
        try container.encode(
            (known + removed).sorted { $0.identity.digest.lexicographicallyPrecedes($1.identity.digest) }
        )
    }
}
