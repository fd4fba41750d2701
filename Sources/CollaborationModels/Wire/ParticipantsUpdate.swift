/// A change of the participants of a collaboration, as the sender's app reports it to the server.
///
/// It has the content of an ``UpdateCollaborationParticipantsAction`` as a value that can be sent. It is
/// applied atomically: identities are added, then removed, so an identity in both lists is removed. Applying
/// it a second time changes nothing unless another update was applied in between.
public struct ParticipantsUpdate: Hashable, Sendable, Codable {
    /// The largest number of identities that a server accepts in one update, added and removed together:
    /// 10,000.
    ///
    /// Messages reports a conversation, which has some tens of people. As JSON, an update of that size has
    /// about 0.6 MB. Whoever has more sends several updates.
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

    /// Makes an update from an action.
    ///
    /// - Parameter action: The action that the app was handed.
    public init(_ action: UpdateCollaborationParticipantsAction) {
        self.init(
            collaborationIdentifier: action.collaborationIdentifier,
            addedIdentities: action.addedIdentities,
            removedIdentities: action.removedIdentities
        )
    }
}
