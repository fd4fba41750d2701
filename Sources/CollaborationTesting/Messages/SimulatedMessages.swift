import CollaborationCore
public import CollaborationModels
import Synchronization

/// Simulates Messages: what lies between an app that shares a document and the devices that open it.
///
/// It brings actions to the sender's app, derives identities, delivers links, has a highlight center for every device,
/// and shows notices in the conversations. All results follow from the seed, the clock and the order of the calls.
///
///     let messages = SimulatedMessages()
///     messages.coordinator(of: alice).actionHandler = app
///     let bakers = messages.conversation(among: [alice, bob, carol])
///     let collaboration = try await bakers.send(metadata.transferItem, from: alice)
///     let center = messages.highlightCenter(of: bob, on: bob.devices[0])
///     let highlight = try await center.collaborationHighlight(for: collaboration.url)
///     let answer = try await center.answer(challenge, for: highlight, account: "bob")
public final class SimulatedMessages: Sendable {
    /// The clock of time limits and dates.
    public let clock: SimulatedClock

    private let seed: String
    private let timeout: Duration
    private let mailboxes = Mutex<[String: Mailbox]>([:])
    private let coordinators = Mutex<[String: CollaborationCoordinator]>([:])
    private let seedCount = Mutex(0)

    /// Makes a system without conversations.
    ///
    /// - Parameters:
    ///   - clock: The clock of time limits and dates.
    ///   - timeout: The limit for all actions of one message, or of one change of members, together. Apple's
    ///     is 15 seconds.
    ///   - seed: Determines the padding and the order of identities.
    public init(clock: SimulatedClock = SimulatedClock(), timeout: Duration = .seconds(15), seed: String = "") {
        self.clock = clock
        self.timeout = timeout
        self.seed = seed
    }

    /// The coordinator on the device that a person shares from: the app on it sets its handler here.
    ///
    /// - Returns: The same coordinator each time.
    public func coordinator(of person: SimulatedPerson) -> CollaborationCoordinator {
        let new = CollaborationCoordinator(clock: clock, timeout: timeout)
        return coordinators.withLock { $0.value(for: person.handle, orInsert: new) }
    }

    /// Begins a conversation.
    ///
    /// - Parameter members: The members; one who is given twice is a member once.
    public func conversation(among members: [SimulatedPerson]) -> SimulatedConversation {
        SimulatedConversation(messages: self, thread: SimulatedThread(members: members))
    }

    /// The highlight center of a device.
    ///
    /// A person's devices have the same highlights, the latest first. As on Apple's devices, one without a stored proof
    /// still signs, and its proof is empty: a device that the person got after the invitation, or one that has not
    /// indexed the message. Signing throws `HighlightCenterError/internalError` for an unknown collaboration.
    ///
    /// A notice is shown in every conversation in which the person got the link and still is a member, a mention only to
    /// the person who was invited with the identity. In a CloudKit share people are mentioned by their handles.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - device: One of the person's devices.
    ///   - signing: How the device answers when an app asks for a proof.
    ///   - isSystemCollaborationSupportAvailable: What the device's system says of its support.
    public func highlightCenter(
        of person: SimulatedPerson,
        on device: SimulatedDevice,
        signing: SimulatedSigning = .normal,
        isSystemCollaborationSupportAvailable: Bool = true
    ) -> some HighlightCenter {
        SimulatedHighlightCenter(
            isSystemCollaborationSupportAvailable: isSystemCollaborationSupportAvailable,
            person: person,
            device: device,
            signing: signing,
            mailbox: mailbox(of: person),
            clock: clock
        )
    }

    /// Removes a person from conversations, as the user does who agrees to an alert of the app.
    ///
    /// The conversations are those in which the user got the link of the collaboration. The apps of those who
    /// shared something there get update actions.
    public func confirm(_ alert: RemoveParticipantAlert, by user: SimulatedPerson) async {
        let collaboration = alert.highlight.collaborationIdentifier
        let delivery = mailbox(of: user).delivery { $0.collaborationIdentifier == collaboration }
        for thread in delivery?.threads ?? [] {
            let member = thread.withState { state -> SimulatedPerson? in
                guard state.audience(of: collaboration).contains(user.handle) else { return nil }
                let identity = alert.participant.identity.map { MentionedPerson.identity($0) }
                let handles = [alert.participant.handle, identity.flatMap { state.handle(of: $0, in: collaboration) }]
                return handles.compactMap { handle in state.members.first { $0.handle == handle } }.first
            }
            if let member { await SimulatedConversation(messages: self, thread: thread).remove(member) }
        }
    }

    /// The mailbox of a person, the same each time.
    func mailbox(of person: SimulatedPerson) -> Mailbox {
        mailboxes.withLock { $0.value(for: person.handle, orInsert: Mailbox()) }
    }

    func timedActions(of sender: SimulatedPerson) -> TimedActions {
        TimedActions(coordinator: coordinator(of: sender), clock: clock)
    }

    /// Derives a new identity for an invitation, nil for a person without a device.
    func invite(_ person: SimulatedPerson, to collaboration: CollaborationIdentifier) -> SimulatedInvitation? {
        guard !person.devices.isEmpty else { return nil }
        let number = nextSeed()
        var padding = SeededGenerator("invitation", seed, person.handle, collaboration.rawValue, number)
        return SimulatedInvitation(of: person.devices, to: collaboration, padding: &padding)
    }

    /// The identities in an order that says nothing about their owners.
    func shuffled(_ identities: [Person.Identity]) -> [Person.Identity] {
        var order = SeededGenerator("order", seed, nextSeed())
        // Sorted first: the order of a dictionary's values differs between runs.
        return identities.sorted { $0.description < $1.description }.shuffled(using: &order)
    }

    /// A part of a seed that no other invitation and no other order has.
    private func nextSeed() -> String {
        seedCount.withLock {
            $0 += 1
            return String($0)
        }
    }
}

extension Dictionary {
    fileprivate mutating func value(for key: Key, orInsert new: Value) -> Value {
        if self[key] == nil { self[key] = new }
        return self[key] ?? new
    }
}
