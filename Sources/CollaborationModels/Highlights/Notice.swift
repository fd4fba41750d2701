public import CollaborationProofs

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A banner in the conversation that says who did what in which content.
///
/// A notice is for everyone in the conversation except its author. A mention is for the mentioned person
/// alone.
public struct Notice: Hashable, Sendable, Codable {
    /// What happened.
    public let kind: HighlightEventKind

    /// The collaboration, which the banner opens.
    public let highlight: CollaborationHighlight

    /// The name of the person who did it, as the conversation shows it.
    @LimitedText public private(set) var author: String

    /// The text of the banner, on one line.
    @LimitedText public private(set) var sentence: String

    /// Makes a notice, or returns nil when the event has another link than the highlight.
    public init?(
        of event: any HighlightEvent,
        in highlight: CollaborationHighlight,
        by author: String,
        formatter: some NoticeFormatter = EnglishNoticeFormatter()
    ) {
        guard event.highlightURL.absoluteURL == highlight.url.absoluteURL else { return nil }
        kind = event.kind
        self.highlight = highlight
        self.author = author
        // A line break in a name or a title must not forge a second banner.
        sentence = formatter.sentence(for: event.kind, by: author, in: highlight.title).onOneLine
    }

    /// The only person whom the notice is for, or nil when it is for everyone in the conversation.
    public var addressee: MentionedPerson? {
        guard case .mention(let person) = kind else { return nil }
        return person
    }
}

extension Notice: CustomStringConvertible {
    /// The text of the banner, on one line.
    public var description: String { sentence.onOneLine }
}

/// Makes the sentence that a banner shows.
///
/// An app that wants other words or another language provides its own formatter.
public protocol NoticeFormatter: Sendable {
    /// Makes a sentence that says who did what in which content.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - author: The name of the person who did it; it may be empty or blank.
    ///   - title: The title of the content, if it has one; it may be empty or blank.
    /// - Returns: The sentence, without a full stop.
    func sentence(for kind: HighlightEventKind, by author: String, in title: String?) -> String
}

/// Makes sentences such as "Charlie edited Baking Recipes".
public struct EnglishNoticeFormatter: NoticeFormatter {
    /// Makes a formatter.
    public init() {}

    /// Makes a sentence, with "Someone" for a blank author and "a shared document" for a blank title.
    public func sentence(for kind: HighlightEventKind, by author: String, in title: String?) -> String {
        let who = author.nonBlank ?? "Someone"
        let content = title?.nonBlank ?? "a shared document"
        return switch kind {
        case .change(.edit): "\(who) edited \(content)"
        case .change(.comment): "\(who) commented on \(content)"
        case .membership(.addedCollaborator): "\(who) added someone to \(content)"
        case .membership(.removedCollaborator): "\(who) removed someone from \(content)"
        case .persistence(.created): "\(who) created \(content)"
        case .persistence(.deleted): "\(who) deleted \(content)"
        case .persistence(.renamed): "\(who) renamed \(content)"
        case .persistence(.moved): "\(who) moved \(content)"
        case .mention: "\(who) mentioned you in \(content)"
        }
    }
}
