public import CollaborationModels

/// Messages, without a telephone: what lies between an app that shares a document and the devices of those
/// who open it.
///
/// It brings actions to the sender's app, derives identities, delivers links, has a highlight centre for
/// every device, and shows notices in the thread. All that it does follows from the seed, the clock and the
/// order of the calls.
///
///     let messages = SimulatedMessages()
///     messages.coordinator(of: alice).actionHandler = app
///     let bakers = messages.conversation(among: [alice, bob, carol])
///     var draft = try bakers.draft(metadata.transferItem, from: alice)
///     try draft.select("read")
///     let collaboration = try await bakers.send(draft)
///     let center = messages.highlightCenter(of: bob, on: bob.devices[0])
///     let highlight = try await center.collaborationHighlight(for: collaboration.url)
///     let proof = try await center.signedIdentityProof(for: highlight, using: challenge)
public final class SimulatedMessages: Sendable {
    /// The clock of time-outs and dates.
    public let clock: SimulatedClock

    let seed: String
    private let timeout: Duration
    private let directory = Directory()
    private let coordinators = Locked<[String: CollaborationCoordinator]>([:])

    /// Makes a system in which nobody has said anything.
    ///
    /// - Parameters:
    ///   - clock: The clock of time-outs and dates.
    ///   - timeout: How long an action may take.
    ///   - seed: What the padding of identities follows from, besides who is invited to what.
    public init(clock: SimulatedClock = SimulatedClock(), timeout: Duration = .seconds(30), seed: String = "")
    {
        self.clock = clock
        self.timeout = timeout
        self.seed = seed
    }

    /// The coordinator on the device that a person shares from: the app on it sets its handler here.
    ///
    /// - Parameter person: The person.
    /// - Returns: The same coordinator each time.
    public func coordinator(of person: SimulatedPerson) -> CollaborationCoordinator {
        coordinators.withLock { coordinators in
            if let coordinator = coordinators[person.handle] { return coordinator }
            let coordinator = CollaborationCoordinator(clock: clock, timeout: timeout)
            coordinators[person.handle] = coordinator
            return coordinator
        }
    }

    /// Begins a conversation.
    ///
    /// - Parameter members: Who takes part, each once.
    /// - Returns: The conversation.
    public func conversation(among members: [SimulatedPerson]) -> SimulatedConversation {
        SimulatedConversation(messages: self, directory: directory, members: members)
    }

    /// The highlight centre of a device.
    ///
    /// A person's devices have the same highlights. A device signs for the identities that were derived with
    /// its key.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - device: One of the person's devices.
    /// - Returns: The centre, as an app on the device has it.
    public func highlightCenter(
        of person: SimulatedPerson,
        on device: SimulatedDevice
    ) -> SimulatedHighlightCenter {
        SimulatedHighlightCenter(
            person: person,
            device: device,
            mailbox: directory.mailbox(of: person.handle)
        )
    }
}

/// The mailboxes of all people, by their handles.
final class Directory: Sendable {
    private let mailboxes = Locked<[String: Mailbox]>([:])

    func mailbox(of handle: String) -> Mailbox {
        mailboxes.withLock { mailboxes in
            if let mailbox = mailboxes[handle] { return mailbox }
            let mailbox = Mailbox()
            mailboxes[handle] = mailbox
            return mailbox
        }
    }
}
