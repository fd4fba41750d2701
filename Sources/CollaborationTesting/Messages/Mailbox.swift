import CollaborationModels
import CollaborationProofs

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The collaborations that were delivered to a person, the same on all of the person's devices.
final class Mailbox: Sendable {
    struct Delivery {
        var highlight: CollaborationHighlight

        /// The identity that the message brought; nil when the person had no suitable device.
        var identity: DerivedIdentity?

        /// The conversations in which the person got the link.
        var threads: [SimulatedThread]
    }

    private struct State {
        var deliveries: [Delivery] = []
        var nextKey = 0
        var subscribers: [Int: AsyncStream<[Highlight]>.Continuation] = [:]

        var highlights: [Highlight] { deliveries.map(\.highlight.highlight) }
    }

    private let state = Locked(State())

    deinit {
        for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.finish() }
    }

    /// The highlights, the latest first.
    var highlights: [Highlight] { state.withLock(\.highlights) }

    /// The highlights now and after each change.
    ///
    /// Every list is sent inside the lock, so that the last one sent is the current one.
    var updates: AsyncStream<[Highlight]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [Highlight].self)
        let key = state.withLock { state in
            state.nextKey += 1
            state.subscribers[state.nextKey] = continuation
            continuation.yield(state.highlights)
            return state.nextKey
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.subscribers[key] = nil }
        }
        return stream
    }

    /// Adds a delivery; it replaces an earlier one of the same collaboration and keeps its conversations.
    ///
    /// A person who was let in on request gets the link outside all conversations.
    func receive(
        _ highlight: CollaborationHighlight,
        identity: DerivedIdentity?,
        in thread: SimulatedThread?
    ) {
        state.withLock { state in
            let identifier = highlight.collaborationIdentifier
            let earlier = state.deliveries.first { $0.highlight.collaborationIdentifier == identifier }
            let others = (earlier?.threads ?? []).filter { $0 !== thread }
            let threads = others + (thread.map { [$0] } ?? [])
            state.deliveries.removeAll { $0.highlight.collaborationIdentifier == identifier }
            state.deliveries.insert(
                Delivery(highlight: highlight, identity: identity, threads: threads),
                at: 0
            )
            for subscriber in state.subscribers.values { subscriber.yield(state.highlights) }
        }
    }

    /// Finds the first delivery whose highlight meets a condition.
    func delivery(where condition: (CollaborationHighlight) -> Bool) -> Delivery? {
        state.withLock { state in state.deliveries.first { condition($0.highlight) } }
    }
}

/// The mailboxes of all people, by their handles.
final class Mailboxes: Sendable {
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
