public import CollaborationCore
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
    package var members: [SimulatedPerson] { thread.withState(\.members) }

    /// The lines that a person sees, in order: those from the time in which the person was a member.
    public func thread(of person: SimulatedPerson) -> [ThreadEntry] {
        thread.withState { $0.entries(seenBy: person.handle) }
    }

    private func checkIsMember(_ person: SimulatedPerson) throws(SimulationError) {
        guard members.contains(where: { $0.handle == person.handle }) else { throw .notInConversation }
    }

    /// Sends a collaboration to all other members.
    ///
    /// The sender's app makes the link in a start action. It then gets one update action with the identities of all
    /// members who have a device, the sender included. When it has fulfilled both within the time limit, the link is
    /// delivered. Members who came or left meanwhile are added or removed by update actions of their own.
    ///
    /// Without an action handler the clock is moved to the time limit and the call throws `ActionError/timedOut`.
    ///
    /// - Parameters:
    ///   - item: What the app gives to the share sheet.
    ///   - sender: The member who sends it.
    ///   - options: The default options, as the sender has selected among them; if nil, as the app has selected them, or
    ///     else the defaults.
    /// - Returns: The collaboration, as the app has set it up.
    /// - Throws: ``SimulationError/notInConversation``, ``SimulationError/notACustomCollaboration``,
    ///   ``SimulationError/optionsNotOffered``, `ActionError` when the app failed an action or did not answer in time,
    ///   and ``SimulationError/noDevice`` when the sender has no device, which is found after the app has made the
    ///   link. Then nothing is delivered.
    @discardableResult
    public func send(
        _ item: TransferItem,
        from sender: SimulatedPerson,
        selecting options: CollaborationShareOptions? = nil
    ) async throws -> StartedCollaboration {
        try checkIsMember(sender)
        guard case .custom(var metadata) = item.collaborationObject else {
            throw SimulationError.notACustomCollaboration
        }
        if let options {
            let selected = options.selectedOptionsIdentifiers
            guard (try? metadata.defaultShareOptions?.selecting(only: selected)) != nil else {
                throw SimulationError.optionsNotOffered
            }
        }
        metadata.userSelectedShareOptions = options ?? metadata.userSelectedShareOptions ?? metadata.defaultShareOptions
        let actions = messages.timedActions(of: sender)
        let started = try await actions.start(metadata)
        // Read after the wait: a person who left meanwhile is not invited.
        let invited = members.filter { $0.handle != sender.handle } + [sender]
        guard !sender.devices.isEmpty else { throw SimulationError.noDevice }
        var identities: [String: SimulatedInvitation] = [:]
        for person in invited {
            identities[person.handle] = messages.invite(person, to: started.collaborationIdentifier)
        }
        try await actions.update(started, added: messages.shuffled(identities.values.map(\.identity)), removed: [])
        let highlight = CollaborationHighlight(started, creationDate: messages.clock.date)
        let changes = deliver(started, highlight, from: sender, to: invited, identities)
        await propagate(changes)
        return started
    }

    /// Shows the link to the members, and returns the changes of members since the identities were derived.
    @discardableResult
    private func deliver(
        _ collaboration: StartedCollaboration?,
        _ highlight: CollaborationHighlight,
        from sender: SimulatedPerson,
        to invited: [SimulatedPerson],
        _ identities: [String: SimulatedInvitation] = [:]
    ) -> [MembershipChange] {
        let (recipients, changes) = thread.withState {
            $0.share(
                collaboration,
                highlight: highlight,
                from: sender,
                to: invited,
                identities: identities.mapValues(\.identity)
            )
        }
        for person in recipients {
            messages.mailbox(of: person).receive(highlight, identity: identities[person.handle], in: thread)
        }
        return changes
    }
}

extension SimulatedConversation {
    /// Sends a copy, as a person does who chooses so in the share sheet instead of collaborating.
    ///
    /// The app gets no action, and the members get the item's first copy instead of a link.
    ///
    /// - Throws: ``SimulationError/notInConversation``, ``SimulationError/noCopy``, or what the representation throws.
    public func sendCopy(of item: TransferItem, from sender: SimulatedPerson) async throws {
        try checkIsMember(sender)
        let offered = item.representations(visibleTo: .all).first { $0.role == .copy }
        guard let offered else { throw SimulationError.noCopy }
        let copy = ThreadEntry.copy(
            title: item.preview?.title,
            typeIdentifier: offered.typeIdentifier,
            data: try await offered.data(),
            from: sender.name
        )
        thread.withState { $0.append(copy, from: sender.handle) }
    }

    /// Sends a CloudKit share to all other members.
    ///
    /// The app gets no actions, and nobody has an identity: the system adds the members to the share by their
    /// handles, by which they can be mentioned.
    ///
    /// - Returns: The highlight, whose collaboration identifier here is the name of the share's record.
    /// - Throws: ``SimulationError/notInConversation``, ``SimulationError/shareHasNoLink``, or what the
    ///   preparation throws.
    @discardableResult
    public func send(_ share: ExportedShare, from sender: SimulatedPerson) async throws -> CollaborationHighlight {
        try checkIsMember(sender)
        let share = try await share.share()
        guard let url = share.url else { throw SimulationError.shareHasNoLink }
        let highlight = CollaborationHighlight(
            collaborationIdentifier: CollaborationIdentifier(share.recordName),
            url: url,
            title: share.title,
            creationDate: messages.clock.date
        )
        deliver(nil, highlight, from: sender, to: members)
        return highlight
    }
}
