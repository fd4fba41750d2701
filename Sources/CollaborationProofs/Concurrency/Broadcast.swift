/// A state whose changes are sent to any number of subscribers, to each in the same order and with a buffer of its own.
///
/// Subscriptions end when the broadcast is released.
package final class Broadcast<State: Sendable, Element: Sendable>: Sendable {
    private struct Inner {
        var state: State
        var nextNumber = 0
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let inner: Locked<Inner>

    package init(_ state: State) {
        inner = Locked(Inner(state: state))
    }

    deinit {
        for subscriber in inner.withLock({ Array($0.subscribers.values) }) { subscriber.finish() }
    }

    /// The state.
    package var state: State { inner.withLock(\.state) }

    /// Starts a subscription to the elements that are sent from now on, after a first one that a closure may give.
    package func subscribe(first: (inout State) -> Element? = { _ in nil }) -> AsyncStream<Element> {
        let (stream, subscriber) = AsyncStream.makeStream(of: Element.self)
        let number = inner.withLock {
            $0.nextNumber += 1
            $0.subscribers[$0.nextNumber] = subscriber
            if let element = first(&$0.state) { subscriber.yield(element) }
            return $0.nextNumber
        }
        subscriber.onTermination = { [weak self] _ in
            self?.inner.withLock { $0.subscribers[number] = nil }
        }
        return stream
    }

    /// Changes the state and sends the element that the closure returns, if it does, to all subscribers.
    ///
    /// It yields under the lock: with two senders at once, a subscriber could otherwise get the later element
    /// first and end with the earlier one.
    package func send(_ change: (inout State) -> Element?) {
        inner.withLock {
            guard let element = change(&$0.state) else { return }
            for subscriber in $0.subscribers.values { subscriber.yield(element) }
        }
    }
}
