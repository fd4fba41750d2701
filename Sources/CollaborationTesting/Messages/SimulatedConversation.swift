public import CollaborationModels

/// A conversation of some people, in which they share collaborations.
///
/// Calls that change it are made one after the other, as people do things.
public struct SimulatedConversation: Sendable {
    let messages: SimulatedMessages
    let directory: Directory
    let thread: SimulatedThread

    init(messages: SimulatedMessages, directory: Directory, members: [SimulatedPerson]) {
        self.messages = messages
        self.directory = directory
        thread = SimulatedThread(members: members)
    }

    /// Who takes part now, in the order in which they came.
    public var members: [SimulatedPerson] { thread.members }

    /// The lines that a person sees, in order: those from the time in which the person took part.
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
    ///   - sender: Who is about to send it.
    /// - Returns: The draft, with the default options selected.
    /// - Throws: ``SimulationError/notInConversation`` or ``SimulationError/notACustomCollaboration``.
    public func draft(
        _ item: TransferItem,
        from sender: SimulatedPerson
    ) throws(SimulationError) -> CollaborationDraft {
        guard members.contains(where: { $0.handle == sender.handle }) else { throw .notInConversation }
        guard case .custom(let metadata) = item.collaborationObject else { throw .notACustomCollaboration }
        return CollaborationDraft(sender: sender, metadata: metadata)
    }

    /// Sends a collaboration to all other members.
    ///
    /// The sender's app makes the link in a start action, and learns the recipients' identities in an update
    /// action. When it has fulfilled both, the link is delivered.
    ///
    /// - Parameter draft: What is sent.
    /// - Returns: The collaboration, as the app has set it up.
    /// - Throws: ``ActionFailure`` when the app failed an action or did not answer in time: then nothing is
    ///   delivered.
    @discardableResult
    public func send(_ draft: CollaborationDraft) async throws -> StartedCollaboration {
        let recipients = members.filter { $0.handle != draft.sender.handle }
        var identities: [String: DerivedIdentity] = [:]
        let started = try await messages.coordinator(of: draft.sender).startCollaboration(draft.metadata) {
            identifier in
            for recipient in recipients {
                identities[recipient.handle] = try invite(recipient, to: identifier)
            }
            return recipients.compactMap { identities[$0.handle]?.identity }
        }
        let highlight = CollaborationHighlight(started, creationDate: messages.clock.date)
        thread.share(SharedCollaboration(highlight, started, from: draft.sender, identities: identities))
        for member in recipients + [draft.sender] {
            deliver(highlight, identities[member.handle], to: member)
        }
        return started
    }

    func invite(
        _ person: SimulatedPerson,
        to collaboration: CollaborationIdentifier
    ) throws(IdentityProofError) -> DerivedIdentity {
        var padding = SeededGenerator(
            "invitation",
            messages.seed,
            person.handle,
            collaboration.rawValue,
            String(thread.nextInvitation())
        )
        return try DerivedIdentity(
            publicKeys: person.devices.map(\.publicKey),
            collaboration: collaboration,
            using: &padding
        )
    }

    func deliver(
        _ highlight: CollaborationHighlight,
        _ identity: DerivedIdentity?,
        to person: SimulatedPerson
    ) {
        directory.mailbox(of: person.handle).receive(
            Mailbox.Delivery(highlight: highlight, identity: identity, thread: thread)
        )
    }
}
