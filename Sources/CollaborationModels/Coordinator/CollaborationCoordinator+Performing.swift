public import CollaborationProofs

extension CollaborationCoordinator {
    /// Delivers a start action to the handler and waits for its outcome, as the system does.
    ///
    /// The action fails when it is not complete within ``timeout``, measured from this call, and when the
    /// calling task is cancelled. An action can be performed again, at the same time or later: all calls get
    /// the same outcome, and the handler gets the action once.
    ///
    /// - Parameter action: The action.
    /// - Returns: The link, the identifier and the completed metadata.
    /// - Throws: ``ActionFailure``, which says why the action failed.
    public func perform(_ action: StartCollaborationAction) async throws(ActionFailure)
        -> StartedCollaboration
    {
        try await outcome(of: .start(action), completion: action.completion)
    }

    /// Delivers an update action to the handler and waits for its outcome, as the system does.
    ///
    /// The action fails when it is not complete within ``timeout``, measured from this call, and when the
    /// calling task is cancelled. An action can be performed again, at the same time or later: all calls get
    /// the same outcome, and the handler gets the action once.
    ///
    /// - Parameter action: The action.
    /// - Throws: ``ActionFailure``, which says why the action failed.
    public func perform(_ action: UpdateCollaborationParticipantsAction) async throws(ActionFailure) {
        try await outcome(of: .update(action), completion: action.completion)
    }

    /// Starts a collaboration as the system does when a person sends a message, and returns the link to send.
    ///
    /// It performs a start action, asks for the recipients' identities in the new collaboration, and performs
    /// the update action that adds them. When a step fails, the later steps are skipped, and there is no link
    /// to send.
    ///
    /// - Parameters:
    ///   - metadata: The app's metadata with the options that the user selected.
    ///   - identities: Derives the recipients' identities for a collaboration.
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

    private func outcome<Value: Sendable>(
        of action: QueuedAction,
        completion: Completion<Value>
    ) async throws(ActionFailure) -> Value {
        let timer = Task { [clock, timeout] in
            try await clock.sleep(for: timeout)
            _ = completion.decide(.failure(.timedOut))
        }
        // Do not deliver an action whose task is cancelled already.
        if Task.isCancelled { _ = completion.decide(.failure(.cancelled)) }
        let number = add(action)
        defer {
            timer.cancel()
            remove(number)
        }
        return try await completion.value()
    }
}
