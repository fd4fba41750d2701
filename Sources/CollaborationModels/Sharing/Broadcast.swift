import Synchronization

/// A state whose changes are sent to any number of subscribers, to each in the same order and with a buffer of its own.
///
/// Subscriptions end when the broadcast is released.
package final class Broadcast<State: Sendable, Element: Sendable>: Sendable {
    private struct Inner {
        var state: State
        var subscribers: [AsyncStream<Element>.Continuation] = []
    }

    private let inner: Mutex<Inner>

    package init(_ state: State) {
        inner = Mutex(Inner(state: state))
    }

    deinit {
        for subscriber in inner.withLock(\.subscribers) { subscriber.finish() }
    }

    /// The state.
    package var state: State { inner.withLock(\.state) }

    /// Starts a subscription to the elements that are sent from now on, after a first one that a closure may give.
    package func subscribe(first: (inout State) -> Element? = { _ in nil }) -> AsyncStream<Element> {
        let (stream, subscriber) = AsyncStream.makeStream(of: Element.self)
        inner.withLock {
            if let element = first(&$0.state) { subscriber.yield(element) }
            $0.subscribers.append(subscriber)
        }
        return stream
    }

    /// Changes the state and sends the element that the closure returns, if it does, to all subscribers.
    ///
    /// A subscriber that has ended is removed here, and not by a handler of its termination: the handler would run under
    /// the stream's lock and take ours, while yielding takes them in the other order.
    package func send(_ change: (inout State) -> Element?) {
        inner.withLock {
            guard let element = change(&$0.state) else { return }
            $0.subscribers.removeAll { subscriber in
                guard case .terminated = subscriber.yield(element) else { return false }
                return true
            }
        }
    }
}
