import CollaborationProofs

/// Sends elements to any number of subscribers, to each in the same order and with a buffer of its own.
///
/// Subscriptions end when the broadcast is released.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct Subscribers {
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let subscribers = Locked(Subscribers())

    package init() {}

    deinit {
        for continuation in subscribers.withLock({ $0.continuations.values.map(\.self) }) {
            continuation.finish()
        }
    }

    /// Starts a subscription to the elements that are sent from now on.
    package func subscribe(
        bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self,
            bufferingPolicy: bufferingPolicy
        )
        let key = subscribers.withLock {
            let key = $0.next
            $0.next += 1
            $0.continuations[key] = continuation
            return key
        }
        continuation.onTermination = { [weak self] _ in
            self?.subscribers.withLock { $0.continuations[key] = nil }
        }
        return stream
    }

    /// Sends an element to all subscribers.
    ///
    /// It yields under the lock: with two senders at once, a subscriber could otherwise get the later element
    /// first and end with the earlier one.
    package func send(_ element: Element) {
        subscribers.withLock {
            for continuation in $0.continuations.values { continuation.yield(element) }
        }
    }
}
