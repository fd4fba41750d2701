import CollaborationCore
import Foundation
import Synchronization

/// What happened to a document.
struct DocumentEvent: Hashable, Sendable, Encodable {
    enum Kind: String, Sendable, Encodable {
        case granted, refused, updated, removed, changed, left, deleted
    }

    let kind: Kind
    let document: CollaborationIdentifier

    /// The account that did it, or that lost access.
    let account: AccountIdentifier

    /// Which request was refused, as its method and path, and why.
    var request: String?
    var reason: String?

    /// The event as JSON without a line break.
    var line: String {
        get throws { String(decoding: try JSONEncoder.sorted.encode(self), as: UTF8.self) }
    }
}

/// Sends events to the pages that are open in the development mode.
///
/// Each subscriber has a buffer. A subscriber that lets it run full is dropped: its sequence ends, and its page
/// subscribes again.
final class EventStream: Sendable {
    static let bufferCount = 256

    private let subscribers = Mutex<[AsyncStream<DocumentEvent>.Continuation]>([])

    /// Starts a subscription to the events that are sent from now on.
    func subscribe() -> AsyncStream<DocumentEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DocumentEvent.self,
            bufferingPolicy: .bufferingOldest(Self.bufferCount)
        )
        subscribers.withLock { $0.append(continuation) }
        return stream
    }

    func send(_ event: DocumentEvent) {
        // Under the lock, so that all subscribers get the events in one order. One that is gone is found here and not by
        // a handler of its end, which would take this lock while the task has its own, which yielding takes.
        subscribers.withLock { subscribers in
            subscribers.removeAll { continuation in
                if case .enqueued = continuation.yield(event) { return false }
                continuation.finish()
                return true
            }
        }
    }
}
