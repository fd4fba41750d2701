#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The content of a collaboration was created, deleted, renamed or moved.
///
/// Apple's name is `SWHighlightPersistenceEvent`.
public struct HighlightPersistenceEvent: HighlightEvent {
    /// The link of the collaboration in which it happened.
    public let highlightURL: URL

    /// What happened.
    public let persistenceEventTrigger: HighlightPersistenceEventTrigger

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - highlight: The collaboration in which it happened.
    ///   - trigger: What happened.
    public init(highlight: some HighlightProtocol, trigger: HighlightPersistenceEventTrigger) {
        highlightURL = highlight.url
        persistenceEventTrigger = trigger
    }

    /// What happened.
    public var kind: HighlightEventKind { .persistence(persistenceEventTrigger) }
}

/// What causes a ``HighlightPersistenceEvent``, with Apple's raw values.
public enum HighlightPersistenceEventTrigger: Int, Hashable, Sendable, Codable, CaseIterable {
    /// The content was created.
    case created = 1

    /// The content was deleted.
    case deleted = 2

    /// The content has another name.
    case renamed = 3

    /// The content is in another place.
    case moved = 4
}
