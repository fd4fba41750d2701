/// A change of the participants of a collaboration, as the sender's app reports it to the server.
///
/// It has the content of an `UpdateCollaborationParticipantsAction` as a value that can be sent. It is
/// applied atomically. Removals are final: an identity in both lists, or one that was removed before, is not added.
/// So updates have the same effect in any order and however often they are applied, and an app may retry one at
/// any time.
public struct ParticipantsUpdate: Hashable, Sendable {
    /// The largest number of identities in one update that is decoded or applied, added and removed together:
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

extension ParticipantsUpdate: Codable {
    /// The greatest size of an update as JSON: 200 bytes for each of the largest number of identities.
    ///
    /// An identity takes 60 bytes without whitespace. An update that is larger is refused before it is parsed.
    static let byteCountLimit = 200 * maximumIdentityCount

    /// Reads an update from JSON.
    ///
    /// - Parameter json: The text of at most 2,000,000 bytes, an object with `collaborationIdentifier`, `addedIdentities`
    ///   and `removedIdentities`, which are arrays of objects with a `rootHash`.
    /// - Throws: ``MalformedJSONError`` for what is not such JSON, for a root hash that is not 32 bytes, and for the first
    ///   identity beyond ``maximumIdentityCount``.
    public init(json: some Collection<UInt8>) throws {
        self = try StrictJSONDecoder(byteCountLimit: Self.byteCountLimit).decode(Self.self, from: json)
    }

    /// Decodes an update.
    ///
    /// - Throws: `DecodingError`, with ``MalformedJSONError`` as the underlying error for the first identity beyond
    ///   ``maximumIdentityCount``.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        collaborationIdentifier = try members.decode(
            CollaborationIdentifier.self,
            forKey: .collaborationIdentifier
        )
        addedIdentities = try members.identities(.addedIdentities, atMost: Self.maximumIdentityCount)
        let remaining = Self.maximumIdentityCount - addedIdentities.count
        removedIdentities = try members.identities(.removedIdentities, atMost: remaining)
    }

    private enum CodingKeys: CodingKey { case collaborationIdentifier, addedIdentities, removedIdentities }
}

extension KeyedDecodingContainer {
    /// Decodes identities, until there is one too many.
    fileprivate func identities(_ key: Key, atMost limit: Int) throws -> [Person.Identity] {
        var elements = try nestedUnkeyedContainer(forKey: key)
        var identities: [Person.Identity] = []
        while !elements.isAtEnd {
            guard identities.count < limit else {
                throw DecodingError.tooLong(at: elements.codingPath, brokenRule: .tooManyIdentities)
            }
            identities.append(try elements.decode(Person.Identity.self))
        }
        return identities
    }
}
