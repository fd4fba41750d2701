#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The content of a collaboration changed.
///
/// Apple's name is `SWHighlightChangeEvent`.
public struct HighlightChangeEvent: HighlightEvent {
    /// The link of the collaboration in which it happened.
    public let highlightURL: URL

    /// What happened.
    public let changeEventTrigger: HighlightChangeEventTrigger

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - highlight: The collaboration in which it happened.
    ///   - trigger: What happened.
    public init(highlight: some HighlightProtocol, trigger: HighlightChangeEventTrigger) {
        highlightURL = highlight.url
        changeEventTrigger = trigger
    }

    /// What happened.
    public var kind: HighlightEventKind { .change(changeEventTrigger) }
}

/// What causes a ``HighlightChangeEvent``, with Apple's raw values.
public enum HighlightChangeEventTrigger: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Someone edited the content.
    case edit = 1

    /// Someone commented on the content.
    case comment = 2
}
