extension CollaborationCoordinator {
    /// Brings a start action to the handler and waits for its outcome: the system's side.
    ///
    /// The action fails when it is not complete within ``timeout``, counted from this call, and when the
    /// calling task is cancelled. Performing an action again, at the same time or later, waits for the same
    /// outcome.
    ///
    /// - Parameter action: The action to be carried out.
    /// - Returns: The link, the identifier and the completed metadata.
    /// - Throws: ``ActionFailure``, which says why the action failed.
    public func perform(_ action: StartCollaborationAction) async throws(ActionFailure)
        -> StartedCollaboration
    {
        try await outcome(of: .start(action), completion: action.completion)
    }

    /// Brings an update action to the handler and waits for its outcome: the system's side.
    ///
    /// The action fails when it is not complete within ``timeout``, counted from this call, and when the
    /// calling task is cancelled. Performing an action again, at the same time or later, waits for the same
    /// outcome.
    ///
    /// - Parameter action: The action to be carried out.
    /// - Throws: ``ActionFailure``, which says why the action failed.
    public func perform(_ action: UpdateCollaborationParticipantsAction) async throws(ActionFailure) {
        try await outcome(of: .update(action), completion: action.completion)
    }

    private func outcome<Value: Sendable>(
        of action: QueuedAction,
        completion: Completion<Value>
    ) async throws(ActionFailure) -> Value {
        let timer = Task { [clock, timeout] in
            try await clock.sleep(for: timeout)
            _ = completion.decide(.failure(.timedOut))
        }
        defer {
            timer.cancel()
            finish(action)
        }
        // A task that is cancelled already must not bother the app.
        if Task.isCancelled { _ = completion.decide(.failure(.cancelled)) }
        enqueue(action)
        return try await completion.value()
    }
}
