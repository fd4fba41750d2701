public import CollaborationCore
public import CollaborationModels

extension SimulatedConversation {
    /// Adds a person to the conversation, and to the collaborations that were shared there.
    ///
    /// For each collaboration the app of the person who shared it gets an update action. When the app has fulfilled it,
    /// the person gets the link. For a CloudKit share no app is asked. If an action fails, calling this again repeats it,
    /// as the person does who shared, with the banner in Messages.
    ///
    /// - Returns: The collaborations whose action failed, each with the reason. For a person without a device that is
    ///   `ActionError/failed`, and the app is not asked.
    @discardableResult
    public func add(_ person: SimulatedPerson) async -> [CollaborationIdentifier: ActionError] {
        await propagate(thread.withState { $0.join(person) })
    }

    /// Removes a person from the conversation, and from the collaborations that were shared there.
    ///
    /// The person keeps the links, and sees nothing new. Otherwise it is the reverse of ``add(_:)``.
    @discardableResult
    public func remove(_ person: SimulatedPerson) async -> [CollaborationIdentifier: ActionError] {
        await propagate(thread.withState { $0.leave(person) })
    }

    @discardableResult
    func propagate(_ changes: [MembershipChange]) async -> [CollaborationIdentifier: ActionError] {
        var failures: [CollaborationIdentifier: ActionError] = [:]
        for change in changes {
            do throws(ActionError) { try await propagate(change) } catch {
                failures[change.collaborationIdentifier] = error
            }
        }
        return failures
    }

    /// Asks the app for a change that is still pending.
    ///
    /// As on Apple's devices, as far as is known, a new invitation takes the place of the one before, which no removal
    /// reports any more.
    private func propagate(_ change: MembershipChange) async throws(ActionError) {
        let (pending, person) = thread.withState { state in
            let isPending = state.pendingChanges.contains(change)
            return (isPending ? state[change] : nil, state.members.first { $0.handle == change.handle })
        }
        guard let shared = pending else { return }
        let known = shared.identities[change.handle] ?? []
        var invitation: SimulatedInvitation?
        if let person, shared.collaboration != nil {
            invitation = messages.invite(person, to: change.collaborationIdentifier)
            guard invitation != nil else { throw .failed }
        }
        let added = invitation.map { [$0.identity] } ?? []
        if let collaboration = shared.collaboration {
            let removed = person == nil ? Array(known.suffix(1)) : []
            try await messages.timedActions(of: shared.sender).update(collaboration, added: added, removed: removed)
        }
        thread.withState { state in
            if person == nil {
                state[change]?.remove(known, of: change.handle)
            } else {
                state[change]?.add(added, of: change.handle)
            }
        }
        if let person, thread.withState({ $0.show(for: change) }) {
            messages.mailbox(of: person).receive(shared.highlight, identity: invitation, in: thread)
        }
    }
}
