public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An event in a collaboration, of which its participants get a notice.
///
/// Apple's name is `SWHighlightEvent`. The system accepts the four events of this module: ``HighlightChangeEvent``,
/// ``HighlightMembershipEvent``, ``HighlightPersistenceEvent`` and ``HighlightMentionEvent``.
public protocol HighlightEvent: Hashable, Sendable, Codable {
    /// The link of the collaboration.
    var highlightURL: URL { get }

    /// What happened.
    var kind: HighlightEventKind { get }
}

/// A change of the content of a collaboration.
///
/// Apple's name is `SWHighlightChangeEvent`.
public struct HighlightChangeEvent: HighlightEvent {
    /// The link of the collaboration, in its absolute form.
    public let highlightURL: URL

    /// What happened.
    public let changeEventTrigger: HighlightChangeEventTrigger

    /// Makes an event.
    public init(highlight: some HighlightProtocol, trigger: HighlightChangeEventTrigger) {
        highlightURL = highlight.url.absoluteURL
        changeEventTrigger = trigger
    }

    /// What happened.
    public var kind: HighlightEventKind { .change(changeEventTrigger) }
}

/// The cause of a ``HighlightChangeEvent``, with Apple's raw values.
public enum HighlightChangeEventTrigger: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Someone edited the content.
    case edit = 1

    /// Someone commented on the content.
    case comment = 2
}

/// A change of the participants of a collaboration.
///
/// Apple's name is `SWHighlightMembershipEvent`.
public struct HighlightMembershipEvent: HighlightEvent {
    /// The link of the collaboration, in its absolute form.
    public let highlightURL: URL

    /// What happened.
    public let membershipEventTrigger: HighlightMembershipEventTrigger

    /// Makes an event.
    public init(highlight: some HighlightProtocol, trigger: HighlightMembershipEventTrigger) {
        highlightURL = highlight.url.absoluteURL
        membershipEventTrigger = trigger
    }

    /// What happened.
    public var kind: HighlightEventKind { .membership(membershipEventTrigger) }
}

/// The cause of a ``HighlightMembershipEvent``, with Apple's raw values.
public enum HighlightMembershipEventTrigger: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Someone was added.
    case addedCollaborator = 1

    /// Someone was removed.
    case removedCollaborator = 2
}

/// The creation, deletion, renaming or move of the content of a collaboration.
///
/// Apple's name is `SWHighlightPersistenceEvent`.
public struct HighlightPersistenceEvent: HighlightEvent {
    /// The link of the collaboration, in its absolute form.
    public let highlightURL: URL

    /// What happened.
    public let persistenceEventTrigger: HighlightPersistenceEventTrigger

    /// Makes an event.
    public init(highlight: some HighlightProtocol, trigger: HighlightPersistenceEventTrigger) {
        highlightURL = highlight.url.absoluteURL
        persistenceEventTrigger = trigger
    }

    /// What happened.
    public var kind: HighlightEventKind { .persistence(persistenceEventTrigger) }
}

/// The cause of a ``HighlightPersistenceEvent``, with Apple's raw values.
public enum HighlightPersistenceEventTrigger: Int, Hashable, Sendable, Codable, CaseIterable {
    /// The content was created.
    case created = 1

    /// The content was deleted.
    case deleted = 2

    /// The content was renamed.
    case renamed = 3

    /// The content was moved.
    case moved = 4
}

/// A mention of a person in a collaboration.
///
/// Only that person gets the notice.
///
/// Apple's name is `SWHighlightMentionEvent`.
public struct HighlightMentionEvent: HighlightEvent {
    /// The link of the collaboration, in its absolute form.
    public let highlightURL: URL

    /// The person who was mentioned.
    public let mentionedPerson: MentionedPerson

    /// Makes an event for a participant of a custom collaboration.
    public init(highlight: some HighlightProtocol, mentionedPersonIdentity: Person.Identity) {
        highlightURL = highlight.url.absoluteURL
        mentionedPerson = .identity(mentionedPersonIdentity)
    }

    /// Makes an event for a participant of a CloudKit share.
    public init(highlight: some HighlightProtocol, mentionedPersonCloudKitShareHandle: String) {
        highlightURL = highlight.url.absoluteURL
        mentionedPerson = .cloudKitShareHandle(mentionedPersonCloudKitShareHandle)
    }

    /// What happened.
    public var kind: HighlightEventKind { .mention(mentionedPerson) }
}
