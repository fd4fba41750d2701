/// Tells an app when a person starts or stops sharing through the system's own interface.
///
/// Apple's name is `CKSystemSharingUIObserver`, with two closures where this has one sequence of events. The
/// system's side, or a test in its place, reports events; every subscriber gets every event from its
/// subscription on.
public final class SystemSharingUIObserver: Sendable {
    /// The identifier of the CloudKit container that is observed.
    public let container: String

    private let broadcast = Broadcast<SharingEvent>()

    /// Makes an observer.
    ///
    /// - Parameter container: The identifier of the CloudKit container that is observed.
    public init(container: String) {
        self.container = container
    }

    /// A new subscription to the events from now on.
    ///
    /// It keeps events until they are read, and ends when the observer is released.
    public var events: AsyncStream<SharingEvent> {
        broadcast.subscribe(bufferingPolicy: .unbounded)
    }

    /// Tells the subscribers of an event.
    ///
    /// - Parameter event: What happened.
    public func report(_ event: SharingEvent) {
        broadcast.send(event)
    }
}

extension SystemSharingUIObserver: CustomStringConvertible {
    /// The container that is observed.
    public var description: String { "Observer of sharing in \(container)" }
}
