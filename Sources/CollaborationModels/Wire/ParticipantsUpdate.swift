/// A change of who takes part in a collaboration, as the sender's app reports it to the server.
///
/// It is what an ``UpdateCollaborationParticipantsAction`` says, as a value that can be sent. It is applied
/// in one step: the added identities first, then the removed ones, so that an identity in both is removed.
/// Applying it a second time changes nothing, as long as no other update has come between.
public struct ParticipantsUpdate: Hashable, Sendable, Codable {
    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The identities of those who shall have access.
    public let addedIdentities: [Person.Identity]

    /// The identities of those who shall no longer have access.
    public let removedIdentities: [Person.Identity]

    /// Makes an update.
    ///
    /// - Parameters:
    ///   - collaborationIdentifier: The collaboration.
    ///   - addedIdentities: The identities of those who shall have access.
    ///   - removedIdentities: The identities of those who shall no longer have access.
    public init(
        collaborationIdentifier: CollaborationIdentifier,
        addedIdentities: [Person.Identity] = [],
        removedIdentities: [Person.Identity] = []
    ) {
        self.collaborationIdentifier = collaborationIdentifier
        self.addedIdentities = addedIdentities
        self.removedIdentities = removedIdentities
    }

    /// Takes over what an action says.
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
