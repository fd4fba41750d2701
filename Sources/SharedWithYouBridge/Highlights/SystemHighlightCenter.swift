#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import CollaborationCore
    import Foundation
    import SharedWithYou
    import SharedWithYouCore
    import Synchronization

    /// The device's highlight center: a `HighlightCenter` over Apple's.
    ///
    /// Apple's class is neither `Sendable` nor of an actor, so it is used behind a lock, by one thread at a time. What
    /// leaves the lock are values.
    public nonisolated final class SystemHighlightCenter: NSObject, HighlightCenter {
        private let center: Mutex<SWHighlightCenter>

        /// The center's class, which is asked without the lock: signing may hold that for three seconds.
        private let systemClass: SWHighlightCenter.Type

        private let subscribers = Mutex<[UUID: AsyncStream<[Highlight]>.Continuation]>([:])

        /// The collaborations that were looked up, by their link.
        private let collaborations = Mutex<[String: CollaborationIdentifier]>([:])

        /// Makes a center, which becomes the delegate of Apple's.
        ///
        /// - Parameter center: Apple's center, which nothing else uses.
        public init(_ center: sending SWHighlightCenter = SWHighlightCenter()) {
            systemClass = type(of: center)
            self.center = Mutex(center)
            super.init()
            self.center.withLock { $0.delegate = self }
        }

        deinit {
            for subscriber in subscribers.withLock({ Array($0.values) }) { subscriber.finish() }
        }

        /// Apple's title above a list of highlights, in the language of the device.
        public var highlightCollectionTitle: String { systemClass.highlightCollectionTitle }

        /// Whether the system fully supports collaboration; the system is asked each time.
        public var isSystemCollaborationSupportAvailable: Bool { systemClass.isSystemCollaborationSupportAvailable }

        /// The highlights of the app's links, the most important first.
        public var highlights: [Highlight] {
            center.withLock { $0.highlights.map { Highlight($0) } }
        }

        /// The current list, then the list after each change; a slow reader gets only the latest.
        public var highlightUpdates: AsyncStream<[Highlight]> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: [Highlight].self,
                bufferingPolicy: .bufferingNewest(1)
            )
            subscribers.withLock { subscribers in
                subscribers[UUID()] = continuation
                continuation.yield(highlights)
            }
            return stream
        }

        /// Finds the collaboration that has an identifier.
        public func collaborationHighlight(
            forIdentifier collaborationIdentifier: CollaborationIdentifier
        ) throws(HighlightCenterError) -> CollaborationHighlight {
            let highlight = try use {
                CollaborationHighlight(try $0.highlight(of: collaborationIdentifier))
            }
            remember(highlight)
            return highlight
        }

        /// Shows a notice of an event to the other participants.
        ///
        /// Apple's event needs Apple's highlight. It is that of the collaboration which was looked up here and has the
        /// event's link, or else the one in the list that has the link. Without one this does nothing.
        public func postNotice(for event: any HighlightEvent) {
            let (link, kind) = (event.highlightURL.absoluteString, event.kind)
            let collaboration = collaborations.withLock { $0[link] }
            center.withLock { center in
                let known = collaboration.flatMap { try? center.highlight(of: $0) }
                guard
                    let highlight = known ?? center.highlights.first(where: { $0.url.absoluteString == link })
                else { return }
                center.postNotice(for: kind.event(in: highlight))
            }
        }

        /// Keeps the identifier of a collaboration that was looked up.
        func remember(_ highlight: CollaborationHighlight) {
            collaborations.withLock {
                $0[highlight.url.absoluteString] = highlight.collaborationIdentifier
            }
        }

        /// Removes the notices of a collaboration.
        public func clearNotices(for highlight: CollaborationHighlight) {
            try? use { $0.clearNotices(for: try $0.highlight(of: highlight.collaborationIdentifier)) }
        }

        /// Uses Apple's center, and maps what it throws.
        func use<Value: Sendable>(
            _ body: @Sendable (SWHighlightCenter) throws -> Value
        ) throws(HighlightCenterError) -> Value {
            let result = center.withLock { center in Result { try body(center) } }
            return try result.mapError { HighlightCenterError($0) }.get()
        }

        /// Sends the current list to the subscribers.
        ///
        /// The list is read and sent under one lock, so that no subscriber ends with an older list.
        private func publish() {
            subscribers.withLock { subscribers in
                let highlights = highlights
                // One that is gone is found here: a handler of its end would take this lock while its task has another one,
                // which yielding takes.
                for (key, subscriber) in subscribers {
                    if case .terminated = subscriber.yield(highlights) { subscribers[key] = nil }
                }
            }
        }
    }

    nonisolated extension SystemHighlightCenter: SWHighlightCenterDelegate {
        /// Sends the new list to the subscribers.
        ///
        /// Apple's center may call this while it is used, so the lock is taken later, in a task.
        public func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
            Task { self.publish() }
        }
    }

    nonisolated extension SWHighlightCenter {
        /// Finds Apple's highlight for one of this package, such as for an `SWAttributionView`.
        ///
        /// Use a center of your own for it, not one that a ``SystemHighlightCenter`` has.
        ///
        /// - Returns: nil when the device does not have it any more.
        public func systemHighlight(of highlight: Highlight) -> SWHighlight? {
            if let collaboration = highlight.collaboration {
                return try? self.highlight(of: collaboration.collaborationIdentifier)
            }
            return highlights.first { $0.url.absoluteString == highlight.url.absoluteString }
        }

        /// Finds Apple's highlight of a collaboration, first in the list.
        ///
        /// Apple's lookup was seen to keep what it has found until the number of highlights changes, and with it a proof that
        /// is missing or old. For an unknown identifier it returns nil without an error, for which Swift throws one with the
        /// code 0.
        func highlight(of collaboration: CollaborationIdentifier) throws -> SWCollaborationHighlight {
            for case let found as SWCollaborationHighlight in highlights
            where CollaborationIdentifier(found.collaborationIdentifier) == collaboration { return found }
            do {
                return try collaborationHighlight(forIdentifier: SWCollaborationIdentifier(collaboration))
            } catch {
                throw (error as NSError).code == 0 ? HighlightCenterError.invalidURL : error
            }
        }
    }
#endif
