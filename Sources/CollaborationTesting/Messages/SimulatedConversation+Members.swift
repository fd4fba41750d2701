public import CollaborationModels

extension SimulatedConversation {
    /// Adds a person to the conversation, and to the collaborations that were shared there.
    ///
    /// For each collaboration the app of the person who shared it gets an update action. When the app has
    /// fulfilled it, the person gets the link. An action that fails leaves the person in the conversation
    /// without that collaboration, and the change stays among the ``pendingChanges``. For a CloudKit share the
    /// system asks its owner instead of an app, and adds the person itself.
    ///
    /// - Parameters:
    ///   - person: The person; someone who is a member already is not added again.
    ///   - propagating: False when those who shared leave the banner alone; the changes stay pending.
    /// - Returns: The changes whose action failed, each with the reason.
    /// - Throws: `IdentityProofError` when no identity can be derived, which is not known to happen.
    @discardableResult
    public func add(
        _ person: SimulatedPerson,
        propagating: Bool = true
    ) async throws -> [MembershipChange: ActionError] {
        guard let changes = thread.join(person), propagating else { return [:] }
        return try await propagate(changes)
    }

    /// Removes a person from the conversation, and from the collaborations that were shared there.
    ///
    /// For each collaboration that the person was invited to, the app of the person who shared it gets an
    /// update action. The person keeps the links, and sees nothing new. An action that fails stays among the
    /// ``pendingChanges``. The collaborations that the person has shared are not changed.
    ///
    /// - Parameters:
    ///   - person: The person; someone who is not a member is not removed.
    ///   - propagating: False when those who shared leave the banner alone; the changes stay pending.
    /// - Returns: The changes whose action failed, each with the reason.
    @discardableResult
    public func remove(
        _ person: SimulatedPerson,
        propagating: Bool = true
    ) async -> [MembershipChange: ActionError] {
        guard let changes = thread.leave(person), propagating else { return [:] }
        var failures: [MembershipChange: ActionError] = [:]
        for change in changes {
            do throws(ActionError) { try await propagateRemoval(change) } catch {
                failures[change] = error
            }
        }
        return failures
    }

    /// The changes of members that have not been propagated to a collaboration yet.
    ///
    /// A change is pending if the person who shared the collaboration ignored its banner, or if its action
    /// failed. The addition of a person without a device always fails, so it stays pending.
    public var pendingChanges: [MembershipChange] { thread.pendingChanges }

    /// Propagates a change to its collaboration, for the first time or again after a failure.
    ///
    /// An addition invites the person with a new identity. The same action removes the identities of earlier
    /// invitations.
    ///
    /// - Parameter change: One of the ``pendingChanges``; any other does nothing, and so does one that is
    ///   being propagated already.
    /// - Throws: `ActionError` when the app failed the action or did not answer in time, and
    ///   `ActionError/failed` without asking the app when the person to add has no device;
    ///   `IdentityProofError` when no identity can be derived, which is not known to happen.
    public func propagate(_ change: MembershipChange) async throws {
        switch change.kind {
        case .addition: try await propagateAddition(change)
        case .removal: try await propagateRemoval(change)
        }
    }

    func propagate(_ changes: [MembershipChange]) async throws -> [MembershipChange: ActionError] {
        var failures: [MembershipChange: ActionError] = [:]
        for change in changes {
            do { try await propagate(change) } catch let failure as ActionError {
                failures[change] = failure
            }
        }
        return failures
    }

    private func propagateAddition(_ change: MembershipChange) async throws {
        guard let shared = thread.begin(change) else { return }
        defer { thread.end(change) }
        guard let person = members.first(where: { $0.handle == change.handle }) else { return }
        var invitation: DerivedIdentity?
        if let collaboration = shared.collaboration {
            invitation = try messages.invite(person, to: change.collaborationIdentifier)
            guard let identity = invitation?.identity else { throw ActionError.failed }
            let stale = shared.identities[change.handle] ?? []
            thread.add([identity], for: change)
            try await messages.timedActions(of: shared.sender)
                .update(collaboration, added: [identity], removed: stale)
            thread.remove(stale, for: change)
        } else {
            thread.add([], for: change)
        }
        if thread.show(for: change) {
            messages.mailbox(of: person).receive(shared.highlight, identity: invitation, in: thread)
        }
    }

    private func propagateRemoval(_ change: MembershipChange) async throws(ActionError) {
        guard let shared = thread.begin(change) else { return }
        defer { thread.end(change) }
        let identities = shared.identities[change.handle] ?? []
        if let collaboration = shared.collaboration {
            try await messages.timedActions(of: shared.sender).update(
                collaboration,
                added: [],
                removed: identities
            )
        }
        thread.remove(identities, for: change)
    }
}
