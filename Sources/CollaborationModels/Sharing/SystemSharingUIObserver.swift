/// Tells an app when a person starts or stops sharing in the system's own interface.
///
/// Apple's name is `CKSystemSharingUIObserver`, which has two closures instead of a sequence of events. The system, or
/// a test in its place, reports the events. Every subscriber gets the events that are reported after it subscribed.
public final class SystemSharingUIObserver: Sendable {
    /// What a person did with a share in the system's own interface, and whether it succeeded.
    public enum Event: Sendable {
        /// The share of a record was saved, or saving it failed.
        case didSaveShare(recordName: String, Result<CloudKitShare, any Error>)

        /// Sharing of the record was stopped, or stopping it failed.
        case didStopSharing(recordName: String, Result<Void, any Error>)
    }

    private let broadcast = Broadcast<Void, Event>(())

    /// Makes an observer of the CloudKit container that has an identifier.
    ///
    /// The identifier has no effect: whoever reports the events observes the container.
    public init(container: String) {}

    /// A new subscription to the events from now on.
    ///
    /// It keeps events until they are read, and ends when the observer is released.
    public var events: AsyncStream<Event> {
        broadcast.subscribe()
    }

    /// Sends an event to the subscribers.
    public func report(_ event: Event) {
        broadcast.send { _ in event }
    }
}
