#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The request to let identities into a collaboration and to shut others out.
///
/// The first one follows a fulfilled start action and brings the recipients of the message; fulfilling it
/// sends the link. Later ones follow changes of the group. Apple's name is
/// `SWUpdateCollaborationParticipantsAction`.
public final class UpdateCollaborationParticipantsAction: Action {
    /// A value that no other action has.
    public let uuid: UUID

    /// The metadata of the collaboration, always with its identifier.
    public let collaborationMetadata: CollaborationMetadata

    /// What the collaboration is called everywhere: the identifier that the start action was fulfilled with.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The identities of those who shall have access.
    public let addedIdentities: [Person.Identity]

    /// The identities of those who shall no longer have access.
    public let removedIdentities: [Person.Identity]

    let completion = Completion<Void>()

    /// Makes a pending action for a collaboration that was just started.
    ///
    /// - Parameters:
    ///   - collaboration: What the start action was fulfilled with.
    ///   - addedIdentities: The identities of those who shall have access.
    ///   - removedIdentities: The identities of those who shall no longer have access.
    ///   - uuid: A value that no other action has.
    public init(
        collaboration: StartedCollaboration,
        addedIdentities: [Person.Identity],
        removedIdentities: [Person.Identity] = [],
        uuid: UUID = UUID()
    ) {
        collaborationMetadata = collaboration.collaborationMetadata
        collaborationIdentifier = collaboration.collaborationIdentifier
        self.addedIdentities = addedIdentities
        self.removedIdentities = removedIdentities
        self.uuid = uuid
    }

    /// Makes a pending action for a collaboration that is known by its metadata.
    ///
    /// - Parameters:
    ///   - collaborationMetadata: Metadata with the identifier of the collaboration.
    ///   - addedIdentities: The identities of those who shall have access.
    ///   - removedIdentities: The identities of those who shall no longer have access.
    ///   - uuid: A value that no other action has.
    /// - Throws: ``ActionError/missingCollaborationIdentifier`` when the metadata has no identifier or an
    ///   empty one.
    public init(
        collaborationMetadata: CollaborationMetadata,
        addedIdentities: [Person.Identity],
        removedIdentities: [Person.Identity] = [],
        uuid: UUID = UUID()
    ) throws(ActionError) {
        guard let identifier = collaborationMetadata.collaborationIdentifier, !identifier.rawValue.isEmpty
        else {
            throw .missingCollaborationIdentifier
        }
        self.collaborationMetadata = collaborationMetadata
        collaborationIdentifier = identifier
        self.addedIdentities = addedIdentities
        self.removedIdentities = removedIdentities
        self.uuid = uuid
    }

    /// Whether the action waits to be completed, was fulfilled or failed.
    public var state: ActionState { completion.state }

    /// Reports that the participants are stored; for the first update of a collaboration this sends the link.
    ///
    /// - Returns: True when this completed the action, false when it was complete before.
    @discardableResult
    public func fulfill() -> Bool {
        completion.decide(.success(()))
    }

    /// Reports that the app could not do the work.
    ///
    /// - Returns: True when this completed the action, false when it was complete before.
    @discardableResult
    public func fail() -> Bool {
        completion.decide(.failure(.failed))
    }

    /// Waits until the action is complete; cancelling the waiting task fails the action.
    ///
    /// - Throws: ``ActionFailure``, which says why the action failed.
    public func outcome() async throws(ActionFailure) {
        try await completion.value()
    }

    /// What was asked for and what became of it.
    public var description: String {
        let change = "\(addedIdentities.count) added, \(removedIdentities.count) removed"
        return "Update \(collaborationMetadata), \(change): \(state)"
    }
}
