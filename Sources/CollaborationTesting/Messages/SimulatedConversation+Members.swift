import CollaborationCore
public import CollaborationModels

extension SimulatedConversation {
    /// Adds a person to the conversation, and to the collaborations that were shared there.
    ///
    /// For each collaboration the app of the person who shared it gets an update action. When the app has
    /// fulfilled it, the person gets the link. The change of an action that fails stays among the
    /// ``pendingChanges``. For a CloudKit share no app is asked.
    ///
    /// - Parameters:
    ///   - person: The person; someone who is a member already is not added again.
    ///   - propagating: False when those who shared leave the banner alone; the changes stay pending.
    /// - Returns: The changes whose action failed, each with the reason.
    @discardableResult
    public func add(
        _ person: SimulatedPerson,
        propagating: Bool = true
    ) async -> [MembershipChange: ActionError] {
        let changes = thread.withState { $0.join(person) }
        return propagating ? await propagate(changes) : [:]
    }

    /// Removes a person from the conversation, and from the collaborations that were shared there.
    ///
    /// The person keeps the links, and sees nothing new. Otherwise it is the reverse of ``add(_:propagating:)``.
    @discardableResult
    public func remove(
        _ person: SimulatedPerson,
        propagating: Bool = true
    ) async -> [MembershipChange: ActionError] {
        let changes = thread.withState { $0.leave(person) }
        return propagating ? await propagate(changes) : [:]
    }

    /// The changes of members that have not been propagated to a collaboration yet.
    ///
    /// A change is pending if the person who shared the collaboration ignored its banner, or if its action
    /// failed. The addition of a person without a device always fails, so it stays pending.
    public var pendingChanges: [MembershipChange] { thread.withState(\.pendingChanges) }

    func propagate(_ changes: [MembershipChange]) async -> [MembershipChange: ActionError] {
        var failures: [MembershipChange: ActionError] = [:]
        for change in changes {
            do throws(ActionError) { try await propagate(change) } catch { failures[change] = error }
        }
        return failures
    }

    /// Propagates a change to its collaboration, for the first time or again after a failure.
    ///
    /// An addition invites the person with a new identity. The same action removes the identities of earlier
    /// invitations.
    ///
    /// - Parameter change: One of the ``pendingChanges``; any other does nothing.
    /// - Throws: `ActionError` when the app failed the action or did not answer in time, and
    ///   `ActionError/failed` without asking the app when the person to add has no device.
    public func propagate(_ change: MembershipChange) async throws(ActionError) {
        let (pending, person) = thread.withState { state in
            let isPending = state.pendingChanges.contains(change)
            return (isPending ? state[change] : nil, state.members.first { $0.handle == change.handle })
        }
        guard let shared = pending else { return }
        let stale = shared.identities[change.handle] ?? []
        var invitation: DerivedIdentity?
        if let person, shared.collaboration != nil {
            invitation = messages.invite(person, to: change.collaborationIdentifier)
            guard invitation != nil else { throw .failed }
        }
        let added = invitation.map { [$0.identity] } ?? []
        if person != nil { thread.withState { $0[change]?.add(added, of: change.handle) } }
        if let collaboration = shared.collaboration {
            try await messages.timedActions(of: shared.sender).update(collaboration, added: added, removed: stale)
        }
        if person == nil || !stale.isEmpty {
            thread.withState { $0[change]?.remove(stale, of: change.handle) }
        }
        if let person, thread.withState({ $0.show(for: change) }) {
            messages.mailbox(of: person).receive(shared.highlight, identity: invitation, in: thread)
        }
    }
}
