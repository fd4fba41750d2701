#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A change of the participants of a collaboration, as the sender's app reports it to the server.
///
/// It has the identities of an `UpdateCollaborationParticipantsAction`; which collaboration is meant is said by the path of
/// the request. It is applied atomically. Removals are final: an identity in both lists, or one that was removed before, is
/// not added. So updates have the same effect in any order and however often they are applied, and an app may retry one at
/// any time.
public struct ParticipantsUpdate: Hashable, Sendable {
    /// The largest number of identities in one update that is read or applied, added and removed together: 1,000.
    ///
    /// Messages reports a conversation, which has some tens of people. Send several updates for more.
    public static let maximumIdentityCount = 1_000

    /// The identities that get access.
    public let addedIdentities: [Person.Identity]

    /// The identities that lose access.
    public let removedIdentities: [Person.Identity]

    /// Makes an update.
    public init(addedIdentities: [Person.Identity] = [], removedIdentities: [Person.Identity] = []) {
        self.addedIdentities = addedIdentities
        self.removedIdentities = removedIdentities
    }
}

extension ParticipantsUpdate {
    /// Reads an update from JSON.
    ///
    /// - Parameter json: A text within ``JSONLimits``, an object with `addedIdentities` and `removedIdentities`,
    ///   which are arrays of objects with a `rootHash`.
    /// - Throws: ``CollaborationError/malformed(_:)``, also for the first identity beyond ``maximumIdentityCount``.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        let message = try JSONValue(json)
        var count = 0
        func identities(_ name: String) throws(CollaborationError) -> [Person.Identity] {
            try message.member(name).elements { element throws(CollaborationError) in
                count += 1
                guard count <= Self.maximumIdentityCount else { throw element.error(.tooManyIdentities) }
                return try element.identity()
            }
        }
        addedIdentities = try identities("addedIdentities")
        removedIdentities = try identities("removedIdentities")
    }

    /// The update as JSON.
    public var json: Data {
        JSONText([
            "addedIdentities": JSONText(addedIdentities),
            "removedIdentities": JSONText(removedIdentities),
        ]).data
    }
}
