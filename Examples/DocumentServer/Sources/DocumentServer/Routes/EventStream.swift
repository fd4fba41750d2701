import CollaborationProofs
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
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

/// Sends events to the pages that are open in the development mode.
///
/// Each subscriber has a buffer. A subscriber that lets it run full is dropped: its sequence ends, and its page
/// subscribes again.
final class EventStream: Sendable {
    static let bufferCount = 256

    private struct Subscribers {
        var next = 0
        var continuations: [Int: AsyncStream<DocumentEvent>.Continuation] = [:]
    }

    private let subscribers = Mutex(Subscribers())

    /// Starts a subscription to the events that are sent from now on.
    func subscribe() -> AsyncStream<DocumentEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DocumentEvent.self,
            bufferingPolicy: .bufferingOldest(Self.bufferCount)
        )
        subscribers.withLock {
            $0.next += 1
            $0.continuations[$0.next] = continuation
        }
        return stream
    }

    func send(
        _ kind: DocumentEvent.Kind,
        document: CollaborationIdentifier,
        account: AccountIdentifier,
        request: String? = nil,
        reason: String? = nil
    ) {
        let event = DocumentEvent(
            kind: kind,
            document: document,
            account: account,
            request: request,
            reason: reason
        )
        // Under the lock, so that all subscribers get the events in one order. One that is gone is found here and not by
        // a handler of its end, which would take this lock while the task has its own, which yielding takes.
        subscribers.withLock { subscribers in
            for (key, continuation) in subscribers.continuations {
                if case .enqueued = continuation.yield(event) { continue }
                continuation.finish()
                subscribers.continuations[key] = nil
            }
        }
    }
}
