#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Someone was added to a collaboration or removed from it.
///
/// Apple's name is `SWHighlightMembershipEvent`.
public struct HighlightMembershipEvent: HighlightEvent {
    /// The link of the collaboration in which it happened.
    public let highlightURL: URL

    /// What happened.
    public let membershipEventTrigger: HighlightMembershipEventTrigger

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - highlight: The collaboration in which it happened.
    ///   - trigger: What happened.
    public init(highlight: some HighlightProtocol, trigger: HighlightMembershipEventTrigger) {
        highlightURL = highlight.url
        membershipEventTrigger = trigger
    }

    /// What happened.
    public var kind: HighlightEventKind { .membership(membershipEventTrigger) }
}

/// What causes a ``HighlightMembershipEvent``, with Apple's raw values.
public enum HighlightMembershipEventTrigger: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Someone was added.
    case addedCollaborator = 1

    /// Someone was removed.
    case removedCollaborator = 2
}
