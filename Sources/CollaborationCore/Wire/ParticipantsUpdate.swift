#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A change of the participants of a collaboration, as the sender's app reports it to the server.
///
/// It has the content of an `UpdateCollaborationParticipantsAction` as a value that can be sent. It is applied
/// atomically. Removals are final: an identity in both lists, or one that was removed before, is not added. So updates
/// have the same effect in any order and however often they are applied, and an app may retry one at any time.
public struct ParticipantsUpdate: Hashable, Sendable {
    /// The largest number of identities in one update that is read or applied, added and removed together: 1,000.
    ///
    /// Messages reports a conversation, which has some tens of people. Send several updates for more.
    public static let maximumIdentityCount = 1_000

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
    /// - Parameter json: The text of at most 128 KiB, an object with `collaborationIdentifier`, `addedIdentities`
    ///   and `removedIdentities`, which are arrays of objects with a `rootHash`.
    /// - Throws: ``CollaborationError/malformed(_:)``, also for the first identity beyond ``maximumIdentityCount``.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        let message = try JSONValue(json)
        var count = 0
        func identities(_ name: String) throws(CollaborationError) -> [Person.Identity] {
            try message.member(name).elements { element throws(CollaborationError) in
                count += 1
                guard count <= Self.maximumIdentityCount else { throw element.error(.tooManyIdentities) }
                let hash = try element.member("rootHash")
                let bytes = try hash.bytes()
                do throws(MalformedRootHashError) {
                    return try Person.Identity(rootHash: bytes)
                } catch {
                    throw hash.error(.notRootHash)
                }
            }
        }
        collaborationIdentifier = try message.member("collaborationIdentifier").identifier()
        addedIdentities = try identities("addedIdentities")
        removedIdentities = try identities("removedIdentities")
    }

    /// The update as JSON.
    public var json: Data {
        func text(_ identities: [Person.Identity]) -> JSONText {
            JSONText(identities.map { JSONText(["rootHash": JSONText($0.rootHash)]) })
        }
        return JSONText([
            "collaborationIdentifier": JSONText(collaborationIdentifier.rawValue),
            "addedIdentities": text(addedIdentities),
            "removedIdentities": text(removedIdentities),
        ]).data
    }
}
