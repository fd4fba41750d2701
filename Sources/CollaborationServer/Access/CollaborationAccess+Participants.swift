public import CollaborationCore

extension CollaborationAccess {
    /// Adds identities to a collaboration, as an update does.
    public func addParticipants(
        _ identities: some Sequence<Person.Identity>,
        to collaboration: CollaborationIdentifier
    ) async throws {
        try await apply(
            ParticipantsUpdate(collaborationIdentifier: collaboration, addedIdentities: Array(identities))
        )
    }

    /// Removes identities from a collaboration for good, as an update does.
    @discardableResult
    public func removeParticipants(
        _ identities: some Sequence<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<AccountIdentifier> {
        try await apply(
            ParticipantsUpdate(collaborationIdentifier: collaboration, removedIdentities: Array(identities))
        )
    }

    /// Applies an update of the sender's app: adds identities, then removes others for good, in one step.
    ///
    /// An identity that is known already keeps its account. One that was removed before stays removed: a new invitation
    /// has a new identity. So updates have the same effect in any order and however often they are applied: an app may
    /// retry one at any time, and must when the outcome is unknown.
    ///
    /// - Returns: The accounts that lost access by this call, so that their sessions can be closed. A call
    ///   that is repeated after an error may not return them again: ask ``access(of:to:)`` at every request.
    /// - Throws: ``ParticipantLimitError``, `IdentifierError`.
    @discardableResult
    public func apply(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        let count = update.addedIdentities.count + update.removedIdentities.count
        guard count <= ParticipantsUpdate.maximumIdentityCount else {
            throw ParticipantLimitError.updateTooLarge(
                maximum: ParticipantsUpdate.maximumIdentityCount,
                found: count
            )
        }
        return try await change(update.collaborationIdentifier) {
            try $0.update(adding: update.addedIdentities, removing: update.removedIdentities)
        }
    }

    /// Removes those of some identities that nobody has proven yet, for good, and returns them.
    ///
    /// Pass those of the ``Participant``s without an account that the ``record(of:)`` had some time ago. One that was
    /// proven meanwhile stays.
    @discardableResult
    public func removeUnproven(
        _ identities: some Sequence<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        let identities = Set(identities)
        return try await change(collaboration) { $0.removeUnproven(identities) }
    }

    /// Ends a collaboration: removes all of its identities for good, and returns the accounts that lost access.
    ///
    /// An update that is retried later admits nobody whose identity the collaboration knew. New identities can be
    /// added, which shares the document again.
    @discardableResult
    public func end(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await change(collaboration) { $0.end() }
    }

    /// Deletes what is stored about a collaboration, for a document that was deleted, and returns who lost access.
    ///
    /// The removed identities are forgotten too, so that a late update would add them again. Call it when your
    /// server no longer knows the document and refuses every update of it. Used challenges are kept until they expire:
    /// a call after that deletes them.
    @discardableResult
    public func forget(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        let now = challenges.clock().milliseconds
        return try await change(collaboration) { $0.forget(at: now) }
    }
}
