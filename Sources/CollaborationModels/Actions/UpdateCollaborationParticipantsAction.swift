public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request to give identities access to a collaboration and to take it from others.
///
/// The first update follows a fulfilled start action and adds the recipients of the message; fulfilling it sends the
/// link. Later updates follow changes of the group. Apple's name is `SWUpdateCollaborationParticipantsAction`.
public final class UpdateCollaborationParticipantsAction: Action {
    /// The unique identifier of the action.
    public let uuid: UUID

    /// The metadata of the collaboration; it always has the collaboration identifier.
    public let collaborationMetadata: CollaborationMetadata

    /// The identifier of the collaboration on every device: the one that the start action was fulfilled with.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The identities that get access.
    public let addedIdentities: [Person.Identity]

    /// The identities that lose access.
    public let removedIdentities: [Person.Identity]

    let completion = Completion<Void>()

    /// Makes a pending action for a collaboration that was started.
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

    /// Makes a pending action for a collaboration that has an identifier.
    ///
    /// - Throws: ``ActionError/invalidCollaborationIdentifier``, also when the metadata has no identifier.
    public init(
        collaborationMetadata: CollaborationMetadata,
        addedIdentities: [Person.Identity],
        removedIdentities: [Person.Identity] = [],
        uuid: UUID = UUID()
    ) throws(ActionError) {
        collaborationIdentifier = try ActionError.checked(collaborationMetadata.collaborationIdentifier)
        self.collaborationMetadata = collaborationMetadata
        self.addedIdentities = addedIdentities
        self.removedIdentities = removedIdentities
        self.uuid = uuid
    }

    /// Whether the action is pending, fulfilled or failed.
    public var state: ActionState { completion.state }

    /// Reports that the participants are stored.
    ///
    /// For the first update of a collaboration this sends the link.
    ///
    /// - Returns: True when this call completed the action, false when it was complete before.
    @discardableResult
    public func fulfill() -> Bool {
        completion.complete(with: .success(()))
    }

    /// Reports that the app could not do the work.
    ///
    /// - Returns: True when this call completed the action, false when it was complete before.
    @discardableResult
    public func fail() -> Bool {
        completion.complete(with: .failure(.failed))
    }

    /// Waits until the action is complete.
    ///
    /// It only looks: canceled, it throws `ActionError.canceled` and leaves the action as it is. Who gives up calls
    /// ``fail()``.
    ///
    /// - Throws: ``ActionError``, which says why the action failed.
    public func outcome() async throws(ActionError) {
        try await completion.value()
    }
}

extension ParticipantsUpdate {
    /// Makes an update from an action.
    public init(_ action: UpdateCollaborationParticipantsAction) {
        self.init(addedIdentities: action.addedIdentities, removedIdentities: action.removedIdentities)
    }
}
