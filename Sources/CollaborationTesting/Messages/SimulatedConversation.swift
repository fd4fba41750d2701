public import CollaborationModels

/// A conversation of some people, in which they share collaborations.
public struct SimulatedConversation: Sendable {
    let messages: SimulatedMessages
    let thread: SimulatedThread

    init(messages: SimulatedMessages, thread: SimulatedThread) {
        self.messages = messages
        self.thread = thread
    }

    /// The members now, in the order in which they came.
    public var members: [SimulatedPerson] { thread.members }

    /// The lines that a person sees, in order: those from the time in which the person was a member.
    ///
    /// - Parameter person: The person.
    /// - Returns: The lines.
    public func thread(of person: SimulatedPerson) -> [ThreadEntry] {
        thread.entries(seenBy: person.handle)
    }

    /// Stages a collaboration in the compose field.
    ///
    /// - Parameters:
    ///   - item: What the app gives to the share sheet.
    ///   - sender: The member who is about to send it.
    /// - Returns: The draft, with the default options selected.
    /// - Throws: ``SimulationError/notInConversation`` or ``SimulationError/notACustomCollaboration``.
    public func draft(
        _ item: TransferItem,
        from sender: SimulatedPerson
    ) throws(SimulationError) -> CollaborationDraft {
        try checkIsMember(sender)
        guard case .custom(let metadata) = item.collaborationObject else { throw .notACustomCollaboration }
        return CollaborationDraft(sender: sender, metadata: metadata)
    }

    func checkIsMember(_ person: SimulatedPerson) throws(SimulationError) {
        guard members.contains(where: { $0.handle == person.handle }) else { throw .notInConversation }
    }

    /// Sends a collaboration to all other members.
    ///
    /// The sender's app makes the link in a start action. It then gets one update action with the identities
    /// of all members who have a device, the sender included, in no particular order. When it has fulfilled
    /// both within the time limit, the link is delivered. A member without a device gets the link but has no
    /// identity. Members who came or left meanwhile are added or removed by update actions of their own;
    /// those that fail are among the ``pendingChanges``.
    ///
    /// Without a live action handler the clock is moved to the time limit and the call throws
    /// `ActionFailure/timedOut`.
    ///
    /// - Parameter draft: What is sent.
    /// - Returns: The collaboration, as the app has set it up.
    /// - Throws: `ActionFailure` when the app failed an action or did not answer in time, and
    ///   ``SimulationError/noDevice`` when the sender has no device, which is found after the app has made
    ///   the link. Then nothing is delivered.
    @discardableResult
    public func send(_ draft: CollaborationDraft) async throws -> StartedCollaboration {
        let handshake = messages.handshake(with: draft.sender)
        let started = try await handshake.start(draft.metadata)
        // Read after the wait: a person who left meanwhile is not invited.
        let invited = members.filter { $0.handle != draft.sender.handle } + [draft.sender]
        guard !draft.sender.devices.isEmpty else { throw SimulationError.noDevice }
        var identities: [String: DerivedIdentity] = [:]
        for person in invited {
            identities[person.handle] = try messages.invite(person, to: started.collaborationIdentifier)
        }
        try await handshake.update(
            started,
            added: messages.unordered(identities.values.map(\.identity)),
            removed: []
        )
        let highlight = CollaborationHighlight(started, creationDate: messages.clock.date)
        let (recipients, changes) = thread.share(
            started,
            highlight: highlight,
            from: draft.sender,
            to: invited,
            identities: identities.mapValues { [$0.identity] }
        )
        for person in recipients {
            messages.mailbox(of: person).receive(
                highlight,
                identity: identities[person.handle],
                in: thread
            )
        }
        messages.record(started, highlight: highlight, from: draft.sender, in: thread)
        _ = try await propagate(changes)
        return started
    }
}
