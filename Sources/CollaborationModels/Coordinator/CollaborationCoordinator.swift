public import CollaborationCore

/// Delivers actions from the system to the app's handler and returns their outcomes.
///
/// An app sets ``actionHandler`` early in its launch. Actions that arrive before wait for it, in order and
/// without a limit, each until it times out. The actions of one collaboration are delivered one after the
/// other, each when the previous one is complete. Actions of different collaborations do not wait for
/// each other, except that the handler is called with one action at a time. Apple's name is
/// `SWCollaborationCoordinator`.
///
/// The system, or a test in its place, calls `perform(_:)`. All members can be used from any task.
public final class CollaborationCoordinator: Sendable {
    /// The coordinator that an app uses.
    public static let shared = CollaborationCoordinator()

    /// The longest time-out, 365 days: clocks cannot sleep for every `Duration`.
    package static let maximumTimeout = Duration.seconds(365 * 86_400)

    /// How long an action may take from its arrival until it is complete: from zero to 365 days.
    package let timeout: Duration

    let clock: any Clock<Duration>
    private let queue = Locked(ActionQueue())

    /// Makes a coordinator.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures time-outs.
    ///   - timeout: How long an action may take from its arrival until it is complete. Apple does not publish
    ///     the system's limit. The default is what others observed: 15 seconds, there for all actions of one message
    ///     together. A negative time-out counts as zero, one above 365 days as 365 days.
    public init(clock: any Clock<Duration> = ContinuousClock(), timeout: Duration = .seconds(15)) {
        self.clock = clock
        self.timeout = min(max(timeout, .zero), Self.maximumTimeout)
    }

    /// The part of the app that carries out actions.
    ///
    /// The coordinator holds it weakly.
    ///
    /// Setting it starts to deliver the actions that wait. When the handler is released, later actions wait
    /// for the next one.
    public var actionHandler: (any CollaborationActionHandler)? {
        get { queue.withLock { $0.handler } }
        set {
            queue.withLock { $0.handler = newValue }
            deliver()
        }
    }

    /// The number of actions that wait to be delivered.
    package var waitingCount: Int { queue.withLock { $0.waitingCount } }

    /// The number of actions that are delivered and not complete.
    package var underWayCount: Int { queue.withLock { $0.underWayCount } }

    /// Adds an action, and returns the number under which it is removed.
    func add(_ action: QueuedAction) -> Int {
        let number = queue.withLock { $0.add(action) }
        deliver()
        return number
    }

    /// Removes an action that is complete, so that the next one of its collaboration can follow.
    func remove(_ number: Int) {
        queue.withLock { $0.remove(number) }
        deliver()
    }

    /// Starts the next delivery, and after it the one that follows.
    ///
    /// The handler is called outside the lock, since it may use the coordinator, and in a task of its own,
    /// since it may wait for the actor that it runs on.
    private func deliver() {
        guard let delivery = queue.withLock({ $0.beginDelivery() }) else { return }
        Task {
            await delivery.action.deliver(to: delivery.handler, from: self)
            queue.withLock { $0.endDelivery(of: delivery.number) }
            deliver()
        }
    }
}

extension CollaborationCoordinator {
    /// Delivers a start action to the handler and waits for its outcome, as the system does.
    ///
    /// The action fails when it is not complete within the time-out, measured from this call, and when the
    /// calling task is cancelled. An action can be performed again, at the same time or later: all calls get
    /// the same outcome, and the handler gets the action once.
    ///
    /// - Returns: The link, the identifier and the completed metadata.
    /// - Throws: ``ActionFailure``, which says why the action failed.
    public func perform(_ action: StartCollaborationAction) async throws(ActionFailure)
        -> StartedCollaboration
    {
        try await outcome(of: .start(action), completion: action.completion)
    }

    /// Delivers an update action to the handler and waits for its outcome, as the system does.
    ///
    /// The action fails when it is not complete within the time-out, measured from this call, and when the
    /// calling task is cancelled. An action can be performed again, at the same time or later: all calls get
    /// the same outcome, and the handler gets the action once.
    ///
    /// - Throws: ``ActionFailure``, which says why the action failed.
    public func perform(_ action: UpdateCollaborationParticipantsAction) async throws(ActionFailure) {
        try await outcome(of: .update(action), completion: action.completion)
    }

    /// Starts a collaboration as the system does when a person sends a message, and returns the link to send.
    ///
    /// It performs a start action, asks for the recipients' identities in the new collaboration, and performs
    /// the update action that adds them. When a step fails, the later steps are skipped, and there is no link
    /// to send.
    ///
    /// - Parameters:
    ///   - metadata: The app's metadata with the options that the user selected.
    ///   - identities: Derives the recipients' identities for a collaboration.
    /// - Returns: The collaboration, with the link to send.
    /// - Throws: ``ActionFailure`` when an action failed, or what `identities` throws.
    public func startCollaboration(
        _ metadata: CollaborationMetadata,
        identities: (CollaborationIdentifier) async throws -> [Person.Identity]
    ) async throws -> StartedCollaboration {
        let collaboration = try await perform(StartCollaborationAction(collaborationMetadata: metadata))
        let recipients = try await identities(collaboration.collaborationIdentifier)
        try await perform(
            UpdateCollaborationParticipantsAction(collaboration: collaboration, addedIdentities: recipients)
        )
        return collaboration
    }

    private func outcome<Value: Sendable>(
        of action: QueuedAction,
        completion: Completion<Value>
    ) async throws(ActionFailure) -> Value {
        let timer = Task { [clock, timeout] in
            try await clock.sleep(for: timeout)
            _ = completion.decide(.failure(.timedOut))
        }
        // Do not deliver an action whose task is cancelled already.
        if Task.isCancelled { _ = completion.decide(.failure(.cancelled)) }
        let number = add(action)
        defer {
            timer.cancel()
            remove(number)
        }
        return try await completion.value()
    }
}

extension CollaborationCoordinator: CustomStringConvertible {
    /// The number of actions that wait and that are under way, and whether there is a handler.
    public var description: String {
        let handler = actionHandler == nil ? "no handler" : "a handler"
        return "Coordinator with \(handler), \(waitingCount) waiting, \(underWayCount) under way"
    }
}

/// The part of an app that carries out actions.
///
/// The coordinator calls a handler with one action at a time. The next action follows when the call has
/// returned or its action is complete. So a handler should start a `Task` for long work, and complete the
/// action there.
///
/// The two requirements are `async`, and a method that is not `async` satisfies them. On a class of the main
/// actor, such as an app delegate, such a method runs on the main actor; on an actor it runs on that actor. An
/// `async` method on a class of the main actor has to be marked `@MainActor` itself. Apple's name is
/// `SWCollaborationActionHandler`.
public protocol CollaborationActionHandler: AnyObject, Sendable {
    /// Sets up a collaboration, then fulfills the action with its link and identifier, or fails it.
    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) async

    /// Gives identities access to a collaboration and takes it from others, then fulfills the action, or fails
    /// it.
    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) async
}
