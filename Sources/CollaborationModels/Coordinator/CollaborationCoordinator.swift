import Synchronization

/// Delivers actions from the system to the app's handler and returns their outcomes.
///
/// An app sets ``actionHandler`` early in its launch. Actions that arrive before wait for it, in order and without a
/// limit, each until it times out. The handler is called with one action at a time. Of one collaboration, an action that
/// starts or only adds is delivered when the previous ones are complete; an update with removals waits for no other's
/// completion, since updates have the same effect in any order. Apple's name is `SWCollaborationCoordinator`.
///
/// The system, or a test in its place, calls `perform(_:)`. All members can be used from any task.
public final class CollaborationCoordinator: Sendable {
    /// The coordinator that an app uses.
    public static let shared = CollaborationCoordinator()

    /// How long an action may take from its arrival until it is complete.
    package let timeout: Duration

    private let clock: any Clock<Duration>
    private let queue = Mutex(ActionQueue())

    /// Makes a coordinator.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures time-outs.
    ///   - timeout: How long an action may take from its arrival until it is complete. Apple does not publish
    ///     the system's limit. The default is what others observed: 15 seconds, there for all actions of one message
    ///     together. A longer one than 365 days is taken for 365 days, and a negative one for zero.
    public init(clock: any Clock<Duration> = ContinuousClock(), timeout: Duration = .seconds(15)) {
        self.clock = clock
        self.timeout = min(max(timeout, .zero), .seconds(365 * 86_400))
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

    /// Delivers actions until none is ready.
    ///
    /// The handler is called outside the lock, since it may use the coordinator, and in a task of its own,
    /// since it may wait for the actor that it runs on.
    private func deliver() {
        guard let delivery = queue.withLock({ $0.beginDelivery() }) else { return }
        Task {
            await delivery.action.deliver(to: delivery.handler, from: self)
            queue.withLock { $0.endDelivery(of: delivery.action) }
            deliver()
        }
    }
}

extension CollaborationCoordinator {
    /// Delivers a start action to the handler and waits for its outcome, as the system does.
    ///
    /// The action fails when it is not complete within the time-out, measured from this call, and when the
    /// calling task is canceled. An action can be performed again, at the same time or later: all calls get
    /// the same outcome, and the handler gets the action once.
    ///
    /// - Returns: The link, the identifier and the completed metadata.
    /// - Throws: ``ActionError``, which says why the action failed.
    nonisolated(nonsending) public func perform(
        _ action: StartCollaborationAction
    ) async throws(ActionError) -> StartedCollaboration {
        try await perform(action, timeout: timeout)
    }

    /// Delivers an update action to the handler and waits for its outcome, as the system does.
    ///
    /// The action fails when it is not complete within the time-out, measured from this call, and when the
    /// calling task is canceled. An action can be performed again, at the same time or later: all calls get
    /// the same outcome, and the handler gets the action once.
    ///
    /// - Throws: ``ActionError``, which says why the action failed.
    nonisolated(nonsending) public func perform(
        _ action: UpdateCollaborationParticipantsAction
    ) async throws(ActionError) {
        try await perform(action, timeout: timeout)
    }

    nonisolated(nonsending) package func perform(
        _ action: StartCollaborationAction,
        timeout: Duration
    ) async throws(ActionError) -> StartedCollaboration {
        try await outcome(of: .start(action), action.completion, timeout, on: clock)
    }

    nonisolated(nonsending) package func perform(
        _ action: UpdateCollaborationParticipantsAction,
        timeout: Duration
    ) async throws(ActionError) {
        try await outcome(of: .update(action), action.completion, timeout, on: clock)
    }

    // Not sending, as the callers: an action is queued before the first suspension, so that calls of one actor keep their order.
    nonisolated(nonsending) private func outcome<Value: Sendable>(
        of action: QueuedAction,
        _ completion: Completion<Value>,
        _ timeout: Duration,
        on clock: some Clock<Duration>
    ) async throws(ActionError) -> Value {
        let deadline = clock.now.advanced(by: timeout)
        let timer = Task {
            try await clock.sleep(until: deadline, tolerance: nil)
            completion.complete(with: .failure(.timedOut))
        }
        // An action whose task is canceled already is not delivered.
        if Task.isCancelled { completion.complete(with: .failure(.canceled)) }
        queue.withLock { $0.add(action) }
        deliver()
        defer {
            timer.cancel()
            deliver()
        }
        await withTaskCancellationHandler {
            await completion.wait()
        } onCancel: {
            completion.complete(with: .failure(.canceled))
        }
        return try await completion.value()
    }
}

/// The part of an app that carries out actions.
///
/// The coordinator calls a handler with one action at a time. The next action follows when the call has returned or its
/// action is complete. So a handler should start a `Task` for long work, and complete the action there.
///
/// A method with or without `async` satisfies a requirement. On a class of the main actor, such as an app delegate,
/// it runs on the main actor; on an actor it runs on that actor. Where the main actor is the default isolation, a class
/// with state needs `@MainActor` all the same, since the protocol is `Sendable`. Apple's name is
/// `SWCollaborationActionHandler`.
public protocol CollaborationActionHandler: AnyObject, Sendable {
    /// Sets up a collaboration, then fulfills the action with its link and identifier, or fails it.
    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) async

    /// Gives identities access to a collaboration and takes it from others, then fulfills the action, or fails it.
    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) async
}
