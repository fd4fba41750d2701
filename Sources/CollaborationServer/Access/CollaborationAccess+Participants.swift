public import CollaborationModels

extension CollaborationAccess {
    /// Adds identities to a collaboration.
    ///
    /// An identity that is known already keeps its account. First check yourself whether the caller may invite.
    ///
    /// - Parameters:
    ///   - identities: The identities of those who shall have access.
    ///   - collaboration: The collaboration.
    /// - Throws: What `apply` throws.
    public func addParticipants(
        _ identities: some Sequence<Person.Identity>,
        to collaboration: CollaborationIdentifier
    ) async throws {
        try await apply(
            ParticipantsUpdate(collaborationIdentifier: collaboration, addedIdentities: Array(identities))
        )
    }

    /// Removes identities from a collaboration and revokes the accounts that lose their last one.
    ///
    /// - Parameters:
    ///   - identities: The identities of those who shall no longer have access.
    ///   - collaboration: The collaboration.
    /// - Returns: The accounts that lost access by this call, so that their sessions can be closed. A call
    ///   that is repeated after an error may not return them again: ask ``access(of:to:)`` at every request.
    /// - Throws: What `apply` throws.
    @discardableResult
    public func removeParticipants(
        _ identities: some Sequence<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<AccountIdentifier> {
        try await apply(
            ParticipantsUpdate(collaborationIdentifier: collaboration, removedIdentities: Array(identities))
        )
    }

    /// Applies an update of the sender's app: adds identities, then removes others, in one step.
    ///
    /// - Parameter update: The change.
    /// - Returns: The accounts that lost access by this call.
    /// - Throws: ``ParticipantLimitError/updateTooLarge(maximum:found:)``, or what the store throws.
    @discardableResult
    public func apply(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        let count = update.addedIdentities.count + update.removedIdentities.count
        guard count <= ParticipantsUpdate.maximumIdentityCount else {
            throw ParticipantLimitError.updateTooLarge(
                maximum: ParticipantsUpdate.maximumIdentityCount,
                found: count
            )
        }
        return try await store.update(update)
    }

    /// Applies an action, where app and server are one process.
    ///
    /// It does not complete the action.
    ///
    /// - Parameter action: The action that the app received.
    /// - Returns: The accounts that lost access by this call.
    /// - Throws: What `apply` throws.
    @discardableResult
    public func apply(_ action: UpdateCollaborationParticipantsAction) async throws -> Set<AccountIdentifier>
    {
        try await apply(ParticipantsUpdate(action))
    }

    /// Ends a collaboration: removes all of its identities.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The accounts that lost access by this call.
    /// - Throws: What the store throws.
    @discardableResult
    public func end(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await store.removeAll(from: collaboration)
    }
}
