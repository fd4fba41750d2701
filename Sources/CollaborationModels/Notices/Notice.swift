/// A banner in the conversation: who did what in which content.
///
/// A notice is for everyone in the conversation but its author, except that a mention is for the mentioned
/// person alone.
public struct Notice: Hashable, Sendable, Codable {
    /// What happened.
    public let kind: HighlightEventKind

    /// The collaboration in which it happened, which the banner opens.
    public let highlight: CollaborationHighlight

    /// The name of whoever did it, as the conversation shows it.
    public let author: String

    /// What the banner says.
    public let sentence: String

    /// Makes a notice, or nil when the event has another link than the highlight.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - highlight: The collaboration in which it happened.
    ///   - author: The name of whoever did it.
    ///   - formatter: Makes the sentence.
    public init?(
        of event: any HighlightEvent,
        in highlight: CollaborationHighlight,
        by author: String,
        formatter: some NoticeFormatter = EnglishNoticeFormatter()
    ) {
        guard event.highlightURL == highlight.url else { return nil }
        kind = event.kind
        self.highlight = highlight
        self.author = author
        sentence = formatter.sentence(for: event.kind, by: author, in: highlight.title)
    }

    /// The one person whom the notice is for; nil when it is for everyone in the conversation.
    public var addressee: MentionedPerson? {
        guard case .mention(let person) = kind else { return nil }
        return person
    }

    /// Tells whether the notice is for a person.
    ///
    /// - Parameter person: Someone in the conversation other than the author.
    /// - Returns: True unless the notice is for another person alone.
    public func isAddressed(to person: MentionedPerson) -> Bool {
        addressee == nil || addressee == person
    }
}

extension Notice: CustomStringConvertible {
    /// What the banner says.
    public var description: String { sentence }
}
