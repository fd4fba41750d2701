import CollaborationProofs

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
    public var author: String { authorText.rawValue }

    /// The text of the banner.
    public var sentence: String { sentenceText.rawValue }

    private let authorText: ByteComparedText
    private let sentenceText: ByteComparedText

    /// Makes a notice, or returns nil when the event has another link than the highlight.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - highlight: The collaboration.
    ///   - author: The name of the person who did it.
    ///   - formatter: Makes the sentence.
    public init?(
        of event: any HighlightEvent,
        in highlight: CollaborationHighlight,
        by author: String,
        formatter: some NoticeFormatter = EnglishNoticeFormatter()
    ) {
        guard event.highlightURL.absoluteURL == highlight.url.absoluteURL else { return nil }
        kind = event.kind
        self.highlight = highlight
        authorText = ByteComparedText(author)
        sentenceText = ByteComparedText(
            formatter.sentence(for: event.kind, by: author, in: highlight.title)
        )
    }

    /// The only person whom the notice is for, or nil when it is for everyone in the conversation.
    public var addressee: MentionedPerson? {
        guard case .mention(let person) = kind else { return nil }
        return person
    }

    /// Returns whether the notice is for a person.
    ///
    /// - Parameter person: Someone in the conversation other than the author.
    /// - Returns: True unless the notice is for another person alone.
    public func isAddressed(to person: MentionedPerson) -> Bool {
        addressee == nil || addressee == person
    }

    private enum CodingKeys: String, CodingKey {
        case kind
        case highlight
        case authorText = "author"
        case sentenceText = "sentence"
    }
}

extension Notice {
    /// Decodes a notice.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for a name or a text that is longer than `JSONLimits.textByteCount`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        kind = try values.decode(HighlightEventKind.self, forKey: .kind)
        highlight = try values.decode(CollaborationHighlight.self, forKey: .highlight)
        authorText = ByteComparedText(try values.decodeText(forKey: .authorText))
        sentenceText = ByteComparedText(try values.decodeText(forKey: .sentenceText))
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

    /// Makes a sentence that says who did what in which content.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - author: The name of the person who did it. If it is blank, the sentence says "Someone".
    ///   - title: The title of the content. If it is missing or blank, the sentence says "a shared document".
    /// - Returns: The sentence, without a full stop.
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
