public import CollaborationCore

extension Collaborations {
    /// Returns the collaborations that an account has access to, a page at a time, in the order of their bytes.
    ///
    /// The list is not a snapshot. The next page begins after the last collaboration of this one. Only the last page has
    /// fewer than the limit.
    ///
    /// - Throws: `CollaborationError.limit` unless the limit is positive.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier? = nil,
        limit: Int = .max
    ) async throws(CollaborationError) -> [CollaborationIdentifier] {
        try check(last, account)
        guard limit > 0 else { throw .limit(.pageNotPositive) }
        do {
            return try await store.collaborations(of: account, after: last, limit: limit)
        } catch {
            throw .store(error)
        }
    }

    /// Returns the known identities of a collaboration, each with the account that has proven it.
    ///
    /// The owner is among them only if the owner's device has proven an identity.
    public func participants(
        of collaboration: CollaborationIdentifier
    ) async throws(CollaborationError) -> [Participant] {
        try check(collaboration)
        guard let record = try await writer.record(of: collaboration), record.owner != nil else {
            throw .refused(.notStarted)
        }
        return record.participants
    }

    /// Ends an account's access to a collaboration at the wish of the account.
    ///
    /// Its identities stay known, so that the person may come back through the link with a new proof. The owner cannot
    /// leave: see ``end(_:)``.
    public func leave(
        _ collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(CollaborationError) {
        try check(collaboration, account)
        try await writer.change(collaboration) { record throws(CollaborationError) in
            guard record.access(of: account) != nil else { throw .refused(.noAccess) }
            try record.remove(account, keepingIdentities: true)
        }
    }

    /// Removes an account from a collaboration with all of its identities, for good.
    ///
    /// The person gets access again only by a new invitation. An account without access is no error.
    public func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier
    ) async throws(CollaborationError) {
        try check(collaboration, account)
        try await writer.change(collaboration) { record throws(CollaborationError) in
            guard record.owner != nil else { throw .refused(.notStarted) }
            try record.remove(account, keepingIdentities: false)
        }
    }

    /// Ends a collaboration: removes the owner and all identities for good.
    ///
    /// The identities are remembered, so that an update that is retried later admits none of them. The collaboration can
    /// be started again, by any account that the server lets start it.
    ///
    /// - Returns: The accounts that lost access.
    @discardableResult
    public func end(
        _ collaboration: CollaborationIdentifier
    ) async throws(CollaborationError) -> Set<AccountIdentifier> {
        try check(collaboration)
        return try await writer.change(collaboration) { record throws(CollaborationError) in
            guard record.owner != nil else { throw .refused(.notStarted) }
            return record.end()
        }
    }

    /// Deletes what is stored about a collaboration, for a document that was deleted; a damaged record too.
    ///
    /// The removed identities are forgotten as well. Used challenges are kept until a day after they have expired, so
    /// that no replay passes on a server whose clock is wrong: a call after that deletes them.
    ///
    /// - Returns: The accounts that lost access; none of a damaged record, whose entries in the index stay until
    ///   ``erase(_:)``.
    @discardableResult
    public func forget(
        _ collaboration: CollaborationIdentifier
    ) async throws(CollaborationError) -> Set<AccountIdentifier> {
        try check(collaboration)
        let now = configuration.clock()
        do throws(CollaborationError) {
            return try await writer.change(collaboration) { record throws(CollaborationError) in
                record.forget(at: now)
            }
        } catch .damagedRecord {
            try await writer.deleteDamagedRecord(of: collaboration)
            return []
        }
    }

    /// Takes an account out of all collaborations, so that the store no longer holds its name.
    ///
    /// It ends those that it owns. In the others its identities stay known: they are invitations by others, which
    /// another account of the person may answer. First refuse all requests of the account, so that it is not admitted anew
    /// meanwhile. The call is not atomic; it is safe to retry. A damaged record does not stop it, and is thrown at the
    /// end.
    ///
    /// - Returns: The collaborations that the account had access to.
    @discardableResult
    public func erase(_ account: AccountIdentifier) async throws(CollaborationError) -> Set<CollaborationIdentifier> {
        var left: Set<CollaborationIdentifier> = []
        var last: CollaborationIdentifier?
        var damage: CollaborationError?
        while case let page = try await collaborations(of: account, after: last, limit: 100), !page.isEmpty {
            for collaboration in page {
                do throws(CollaborationError) {
                    let hadAccess = try await writer.change(collaboration, unlisting: account) {
                        record throws(CollaborationError) in
                        let hadAccess = record.access(of: account) != nil
                        if record.owner == account {
                            _ = record.end()
                        } else {
                            try record.remove(account, keepingIdentities: true)
                        }
                        return hadAccess
                    }
                    if hadAccess { left.insert(collaboration) }
                } catch {
                    guard case .damagedRecord = error else { throw error }
                    damage = damage ?? error
                }
            }
            last = page.last
        }
        if let damage { throw damage }
        return left
    }
}
