public import CollaborationCore

/// What happened in a collaboration.
public enum HighlightEventKind: Hashable, Sendable, Codable {
    /// The content changed.
    case change(HighlightChangeEventTrigger)

    /// Someone was added or removed.
    case membership(HighlightMembershipEventTrigger)

    /// The content was created, deleted, renamed or moved.
    case persistence(HighlightPersistenceEventTrigger)

    /// A person was mentioned.
    case mention(MentionedPerson)
}

/// The person who was mentioned: an identity or a handle, depending on the kind of collaboration.
public enum MentionedPerson: Hashable, Sendable, Codable {
    /// A participant of a custom collaboration.
    case identity(Person.Identity)

    /// A participant of a CloudKit share, as an email address or a phone number.
    case cloudKitShareHandle(String)
}

extension HighlightEventKind {
    /// Makes the event for what happened in a collaboration.
    public func event(in highlight: some HighlightProtocol) -> any HighlightEvent {
        switch self {
        case .change(let trigger): HighlightChangeEvent(highlight: highlight, trigger: trigger)
        case .membership(let trigger): HighlightMembershipEvent(highlight: highlight, trigger: trigger)
        case .persistence(let trigger): HighlightPersistenceEvent(highlight: highlight, trigger: trigger)
        case .mention(.identity(let identity)):
            HighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: identity)
        case .mention(.cloudKitShareHandle(let handle)):
            HighlightMentionEvent(highlight: highlight, mentionedPersonCloudKitShareHandle: handle)
        }
    }
}
