import CollaborationModels

/// The collaborations that were delivered to a person, the same on all of the person's devices.
final class Mailbox: Sendable {
    struct Delivery: Sendable {
        var highlight: CollaborationHighlight

        /// The identity that the message brought; nil when the person had no suitable device.
        var identity: SimulatedInvitation?

        /// The conversations in which the person got the link.
        var threads: [SimulatedThread]
    }

    private let deliveries = Broadcast<[Delivery], [Highlight]>([])

    /// The highlights, the latest first.
    var highlights: [Highlight] { deliveries.state.map(\.highlight.highlight) }

    var updates: AsyncStream<[Highlight]> { deliveries.subscribe { $0.map(\.highlight.highlight) } }

    /// Adds a delivery; it replaces an earlier one of the same collaboration and keeps its conversations.
    func receive(_ highlight: CollaborationHighlight, identity: SimulatedInvitation?, in thread: SimulatedThread) {
        deliveries.send { deliveries in
            let identifier = highlight.collaborationIdentifier
            let earlier = deliveries.first { $0.highlight.collaborationIdentifier == identifier }
            let threads = (earlier?.threads ?? []).filter { $0 !== thread } + [thread]
            deliveries.removeAll { $0.highlight.collaborationIdentifier == identifier }
            deliveries.insert(Delivery(highlight: highlight, identity: identity, threads: threads), at: 0)
            return deliveries.map(\.highlight.highlight)
        }
    }

    func delivery(where condition: (CollaborationHighlight) -> Bool) -> Delivery? {
        deliveries.state.first { condition($0.highlight) }
    }
}
