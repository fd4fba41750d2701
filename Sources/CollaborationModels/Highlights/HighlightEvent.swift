#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Something that happened in a collaboration and that its participants are told of.
///
/// Apple's name is `SWHighlightEvent`. The system accepts the four events of this module:
/// ``HighlightChangeEvent``, ``HighlightMembershipEvent``, ``HighlightPersistenceEvent`` and
/// ``HighlightMentionEvent``.
public protocol HighlightEvent: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The link of the collaboration in which it happened.
    var highlightURL: URL { get }

    /// What happened.
    var kind: HighlightEventKind { get }
}

extension HighlightEvent {
    /// What happened, and the link of the collaboration.
    public var description: String { "\(kind) at \(highlightURL.absoluteString)" }
}
