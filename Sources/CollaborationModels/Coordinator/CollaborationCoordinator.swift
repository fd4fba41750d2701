/// Brings actions from the system to the app's handler and outcomes back.
///
/// An app sets ``actionHandler`` early in its launch. Actions that arrive before wait for it, in order and
/// without a limit; none is lost, and none is kept past its time. Actions of one collaboration are handed
/// over one after the other: the next when the one before is complete. Those of different collaborations do
/// not wait for each other's completion, but the handler is called with one action at a time, so a call that
/// blocks holds up all of them while their time runs. Apple's name is `SWCollaborationCoordinator`.
///
/// The system's side, or a test in its place, brings actions with `perform(_:)`. All members may be used from
/// any task.
public final class CollaborationCoordinator: Sendable {
    /// The coordinator that an app uses.
    public static let shared = CollaborationCoordinator()

    /// The longest time-out, 365 days: clocks cannot sleep for every `Duration`.
    public static let maximumTimeout = Duration.seconds(365 * 86_400)

    /// How long an action may take from its arrival until it is complete: from zero to ``maximumTimeout``.
    public let timeout: Duration

    let clock: any Clock<Duration>
    private let queue = Locked(ActionQueue())

    /// Makes a coordinator with a clock of its own.
    ///
    /// - Parameters:
    ///   - clock: The clock by which time-outs run.
    ///   - timeout: How long an action may take from its arrival until it is complete. Apple does not publish
    ///     the system's limit; thirty seconds is our choice. Less than zero counts as zero, more than
    ///     ``maximumTimeout`` as that.
    public init(clock: any Clock<Duration> = ContinuousClock(), timeout: Duration = .seconds(30)) {
        self.clock = clock
        self.timeout = min(max(timeout, .zero), Self.maximumTimeout)
    }

    /// The part of the app that carries out actions, not kept alive by the coordinator.
    ///
    /// Setting it hands over the actions that wait, in the task that sets it or in one that is handing over
    /// at that moment. When the handler is released, later actions wait for the next one.
    public var actionHandler: (any CollaborationActionHandler)? {
        get { queue.withLock { $0.handler } }
        set {
            queue.withLock { $0.handler = newValue }
            deliver()
        }
    }

    /// How many actions wait to be handed over.
    package var waitingCount: Int { queue.withLock { $0.waiting.count } }

    /// How many actions are handed over and not complete.
    package var underWayCount: Int { queue.withLock { $0.underWay.count } }

    /// Takes an action in, and hands over what can be handed over.
    func enqueue(_ action: QueuedAction) {
        queue.withLock { $0.add(action) }
        deliver()
    }

    /// Lets go of an action that is complete, so that the next of its collaboration can follow.
    func finish(_ action: QueuedAction) {
        queue.withLock { $0.remove(action) }
        deliver()
    }

    /// Hands over actions until none is ready.
    ///
    /// The handler is called outside of the lock, since it may use the coordinator. The queue gives out one
    /// action at a time, so the order holds even when several tasks deliver.
    private func deliver() {
        while let (action, handler) = queue.withLock({ $0.beginDelivery() }) {
            action.deliver(to: handler, from: self)
            queue.withLock { $0.endDelivery() }
        }
    }
}

extension CollaborationCoordinator: CustomStringConvertible {
    /// How many actions wait and are under way, and whether there is a handler.
    public var description: String {
        let handler = actionHandler == nil ? "no handler" : "a handler"
        return "Coordinator with \(handler), \(waitingCount) waiting, \(underWayCount) under way"
    }
}
