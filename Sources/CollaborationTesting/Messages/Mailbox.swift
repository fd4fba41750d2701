import CollaborationModels

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What was delivered to a person: the same on all of the person's devices.
final class Mailbox: Sendable {
    struct Delivery {
        var highlight: CollaborationHighlight

        /// What the devices need for proofs; nil for what the person shared.
        var identity: DerivedIdentity?

        var thread: SimulatedThread
    }

    private let deliveries = Locked<[Delivery]>([])
    private let broadcast = Broadcast<[Highlight]>()

    /// The highlights, the latest first.
    var highlights: [Highlight] { deliveries.withLock { $0.map(\.highlight.highlight) } }

    /// The highlights now and after each change.
    var updates: AsyncStream<[Highlight]> {
        AsyncStream { continuation in
            // Subscribed before the first list is read, so that no change falls between.
            let changes = broadcast.subscribe(bufferingPolicy: .unbounded)
            continuation.yield(highlights)
            let relay = Task {
                for await highlights in changes { continuation.yield(highlights) }
                continuation.finish()
            }
            continuation.onTermination = { _ in relay.cancel() }
        }
    }

    /// Takes a delivery in; it takes the place of an earlier one of the same collaboration.
    func receive(_ delivery: Delivery) {
        deliveries.withLock { deliveries in
            deliveries.removeAll {
                $0.highlight.collaborationIdentifier == delivery.highlight.collaborationIdentifier
            }
            deliveries.insert(delivery, at: 0)
        }
        broadcast.send(highlights)
    }

    func delivery(where condition: (CollaborationHighlight) -> Bool) -> Delivery? {
        deliveries.withLock { $0.first { condition($0.highlight) } }
    }
}
