/// A state whose changes are sent to any number of subscribers, to each in the same order and with a buffer of its own.
///
/// Subscriptions end when the broadcast is released.
package final class Broadcast<State: Sendable, Element: Sendable>: Sendable {
    private struct Inner {
        var state: State
        var nextNumber = 0
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]

        /// What is still to be sent, in order, and whether a call is sending it.
        var unsent: [(element: Element, subscribers: [AsyncStream<Element>.Continuation])] = []
        var isSending = false
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
            if let element = first(&$0.state) { $0.unsent.append((element, [subscriber])) }
            return $0.nextNumber
        }
        sendUnsent()
        subscriber.onTermination = { [weak self] _ in
            self?.inner.withLock { $0.subscribers[number] = nil }
        }
        return stream
    }

    /// Changes the state and sends the element that the closure returns, if it does, to all subscribers.
    package func send(_ change: (inout State) -> Element?) {
        inner.withLock {
            guard let element = change(&$0.state) else { return }
            $0.unsent.append((element, Array($0.subscribers.values)))
        }
        sendUnsent()
    }

    /// Sends what is unsent, unless another call does.
    ///
    /// Not under the lock: a task that is cancelled holds a lock of its own while its subscription ends, which takes this
    /// one, and yielding to it takes that one. One call at a time, so that each subscriber gets the elements in order.
    private func sendUnsent() {
        let isSending = inner.withLock { inner in
            defer { inner.isSending = true }
            return inner.isSending
        }
        if isSending { return }
        while let next = nextUnsent() {
            for subscriber in next.subscribers { subscriber.yield(next.element) }
        }
    }

    private func nextUnsent() -> (element: Element, subscribers: [AsyncStream<Element>.Continuation])? {
        inner.withLock {
            $0.isSending = !$0.unsent.isEmpty
            return $0.unsent.isEmpty ? nil : $0.unsent.removeFirst()
        }
    }
}
