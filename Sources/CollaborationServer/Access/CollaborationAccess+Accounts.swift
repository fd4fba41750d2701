public import CollaborationCore

extension CollaborationAccess {
    /// Returns the collaborations that an account has access to, a page at a time, in the order of their bytes.
    ///
    /// A collaboration where the account gains or loses access during the call may be among the result or not. The next
    /// page begins after the last collaboration of this one. Only the last page has fewer than the limit, which is at least 1.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier? = nil,
        limit: Int = .max
    ) async throws -> [CollaborationIdentifier] {
        try await store.collaborations(of: account, after: last, limit: limit)
    }

    /// Ends an account's access to a collaboration at the wish of the account, and returns the identities that it had.
    ///
    /// They stay known, so that the person may come back through the link with a new proof.
    @discardableResult
    public func leave(
        _ collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws -> Set<Person.Identity> {
        try await change(collaboration) { $0.remove(account, keepingIdentities: true) }
    }

    /// Removes an account from a collaboration with all of its identities, for good, and returns them.
    ///
    /// The person gets access again only by a new invitation.
    @discardableResult
    public func removeAccount(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await change(collaboration) { $0.remove(account, keepingIdentities: false) }
    }

    /// Takes an account out of all collaborations, so that the store no longer holds its name.
    ///
    /// Its identities stay known: they are invitations by others, which another account of the person may answer.
    /// First refuse all requests of the account, so that it is not admitted anew meanwhile. The collaborations are
    /// left one after the other. A call that fails has left some of them: repeat it.
    ///
    /// - Returns: The collaborations that the account had access to.
    @discardableResult
    public func deleteAccount(
        _ account: AccountIdentifier
    ) async throws -> Set<CollaborationIdentifier> {
        var left: Set<CollaborationIdentifier> = []
        var last: CollaborationIdentifier?
        while case let page = try await collaborations(of: account, after: last, limit: 100), !page.isEmpty {
            for collaboration in page where try await !leave(collaboration, as: account).isEmpty {
                left.insert(collaboration)
            }
            last = page.last
        }
        return left
    }
}
