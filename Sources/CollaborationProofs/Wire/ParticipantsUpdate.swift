/// A change of the participants of a collaboration, as the sender's app reports it to the server.
///
/// It has the content of an `UpdateCollaborationParticipantsAction` as a value that can be sent. It is
/// applied atomically. Removals are final: an identity in both lists, or one that was removed before, is not added.
/// So updates have the same effect in any order and however often they are applied, and an app may retry one at
/// any time.
public struct ParticipantsUpdate: Hashable, Sendable {
    /// The largest number of identities that a server accepts in one update, added and removed together:
    /// 10,000.
    ///
    /// Messages reports a conversation, which has some tens of people. As JSON, an update of that size has
    /// about 0.6 MB. Send several updates for more.
    public static let maximumIdentityCount = 10_000

    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The identities that get access.
    public let addedIdentities: [Person.Identity]

    /// The identities that lose access.
    public let removedIdentities: [Person.Identity]

    /// Makes an update.
    ///
    /// - Parameters:
    ///   - collaborationIdentifier: The collaboration.
    ///   - addedIdentities: The identities that get access.
    ///   - removedIdentities: The identities that lose access.
    public init(
        collaborationIdentifier: CollaborationIdentifier,
        addedIdentities: [Person.Identity] = [],
        removedIdentities: [Person.Identity] = []
    ) {
        self.collaborationIdentifier = collaborationIdentifier
        self.addedIdentities = addedIdentities
        self.removedIdentities = removedIdentities
    }
}

extension ParticipantsUpdate {
    /// Reads an update from JSON.
    ///
    /// - Parameter json: The text, an object with `collaborationIdentifier`, `addedIdentities` and
    ///   `removedIdentities`, which are arrays of objects with a `rootHash`.
    /// - Throws: ``MalformedJSONError`` for what is not such JSON, and for a root hash that is not 32 bytes.
    public init(json: some Collection<UInt8>) throws(MalformedJSONError) {
        var identifier = ""
        var (added, removed): ([Person.Identity], [Person.Identity]) = ([], [])
        try JSONReader.read(json) { reader, json throws(MalformedJSONError) in
            try reader.readObject(of: CodingKeys.self, in: json) {
                member,
                reader throws(MalformedJSONError) in
                switch member {
                case .collaborationIdentifier:
                    identifier = try reader.readIdentifier(in: json).string(in: json)
                case .addedIdentities: added = try Self.readIdentities(from: &reader, in: json)
                case .removedIdentities: removed = try Self.readIdentities(from: &reader, in: json)
                }
            }
        }
        self.init(
            collaborationIdentifier: CollaborationIdentifier(identifier),
            addedIdentities: added,
            removedIdentities: removed
        )
    }

    private static func readIdentities(
        from reader: inout JSONReader,
        in json: Span<UInt8>
    ) throws(MalformedJSONError) -> [Person.Identity] {
        var identities: [Person.Identity] = []
        try reader.readArray(in: json) { reader throws(MalformedJSONError) in
            try reader.readObject(of: Person.Identity.CodingKeys.self, in: json) {
                _,
                reader throws(MalformedJSONError) in
                _ = try reader.nextKind(in: json)
                let start = reader.offset
                guard case .success(let digest) = try reader.readDigest(in: json) else {
                    throw MalformedJSONError(.notRootHash, at: start)
                }
                identities.append(Person.Identity(digest))
            }
        }
        return identities
    }
}

extension ParticipantsUpdate: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case collaborationIdentifier
        case addedIdentities
        case removedIdentities
    }
}
