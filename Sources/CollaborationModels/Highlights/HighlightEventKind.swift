/// What can happen in a collaboration.
public enum HighlightEventKind: Hashable, Sendable {
    /// The content changed.
    case change(HighlightChangeEventTrigger)

    /// Someone was added or removed.
    case membership(HighlightMembershipEventTrigger)

    /// The content was created, deleted, renamed or moved.
    case persistence(HighlightPersistenceEventTrigger)

    /// A person was mentioned.
    case mention(MentionedPerson)
}

extension HighlightEventKind: CustomStringConvertible {
    /// The trigger, or who was mentioned.
    public var description: String {
        switch self {
        case .change(let trigger): "\(trigger)"
        case .membership(let trigger): "\(trigger)"
        case .persistence(let trigger): "\(trigger)"
        case .mention(let person): "mention of \(person)"
        }
    }
}
