extension CollaborationCoordinator {
    /// Does what the system does when a person taps Send, up to the link that is to be sent.
    ///
    /// It performs a start action, asks for the recipients' identities for the identifier that the app gave,
    /// and performs the update action that brings them to the app. When a step fails, no later one is taken,
    /// and there is no link to send.
    ///
    /// - Parameters:
    ///   - metadata: The app's metadata with what the user selected.
    ///   - identities: Derives the identities of the recipients for a collaboration.
    /// - Returns: The collaboration, with the link to send.
    /// - Throws: ``ActionFailure`` when an action failed, or what `identities` throws.
    public func startCollaboration(
        _ metadata: CollaborationMetadata,
        identities: (CollaborationIdentifier) async throws -> [Person.Identity]
    ) async throws -> StartedCollaboration {
        let collaboration = try await perform(StartCollaborationAction(collaborationMetadata: metadata))
        let recipients = try await identities(collaboration.collaborationIdentifier)
        try await perform(
            UpdateCollaborationParticipantsAction(collaboration: collaboration, addedIdentities: recipients)
        )
        return collaboration
    }
}
