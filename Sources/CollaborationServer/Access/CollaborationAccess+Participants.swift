public import CollaborationModels

extension CollaborationAccess {
    /// Makes identities known to a collaboration.
    ///
    /// One that is known keeps its account. Whether the caller may invite is for the server to decide before.
    ///
    /// - Parameters:
    ///   - identities: The identities of those who shall have access.
    ///   - collaboration: The collaboration.
    /// - Throws: What the store throws.
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
    /// - Returns: The accounts that lost access by this call. Repeated after an error, the call need not
    ///   return them again: what counts at a request is ``access(of:to:)``.
    /// - Throws: What the store throws.
    @discardableResult
    public func removeParticipants(
        _ identities: some Sequence<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<AccountIdentifier> {
        try await apply(
            ParticipantsUpdate(collaborationIdentifier: collaboration, removedIdentities: Array(identities))
        )
    }

    /// Applies what the sender's app reports, added and removed identities in one step.
    ///
    /// - Parameter update: The change.
    /// - Returns: The accounts that lost access by this call.
    /// - Throws: What the store throws.
    @discardableResult
    public func apply(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        try await store.update(update)
    }

    /// Applies an action, where app and server are one process; it is left to the caller to complete the
    /// action.
    ///
    /// - Parameter action: The action that the app was handed.
    /// - Returns: The accounts that lost access by this call.
    /// - Throws: What the store throws.
    @discardableResult
    public func apply(_ action: UpdateCollaborationParticipantsAction) async throws -> Set<AccountIdentifier>
    {
        try await apply(ParticipantsUpdate(action))
    }

    /// Ends a collaboration: all of its identities are removed.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The accounts that lost access by this call.
    /// - Throws: What the store throws.
    @discardableResult
    public func end(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await store.removeAll(from: collaboration)
    }
}
