public import CollaborationProofs

extension CollaborationAccess {
    /// Returns the collaborations that an account has access to, a page at a time.
    ///
    /// A collaboration where the account gains or loses access during the call may be among the result or not.
    ///
    /// - Parameters:
    ///   - account: The account, as the server has authenticated it.
    ///   - last: The last collaboration of the page before; nil for the first page.
    ///   - limit: The greatest number of collaborations, at least 1.
    /// - Returns: The collaborations in the order of their bytes, fewer than the limit only on the last page.
    /// - Throws: What the store throws.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier? = nil,
        limit: Int = .max
    ) async throws -> [CollaborationIdentifier] {
        try await store.collaborations(of: account, after: last, limit: limit)
    }

    /// Ends an account's access to a collaboration at the wish of the account.
    ///
    /// Its identities stay known, so that the person may come back through the link with a new proof.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration.
    ///   - account: The account, as the server has authenticated it.
    /// - Returns: The identities that the account had, none if it had no access.
    /// - Throws: What the store throws.
    @discardableResult
    public func leave(
        _ collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws -> Set<Person.Identity> {
        try await change(collaboration) { $0.remove(account, keepingIdentities: true) }
    }

    /// Removes an account from a collaboration with all of its identities, for good.
    ///
    /// The person gets access again only by a new invitation. First check yourself whether the caller may remove
    /// participants.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - collaboration: The collaboration.
    /// - Returns: The identities that were removed, none if the account had no access.
    /// - Throws: What the store throws.
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
    /// - Parameter account: The account.
    /// - Returns: The collaborations that the account had access to.
    /// - Throws: What the store throws.
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
