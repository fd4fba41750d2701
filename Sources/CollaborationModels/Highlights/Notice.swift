import CollaborationCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A banner in the conversation that says who did what in which content.
///
/// A notice is for everyone in the conversation except its author. A mention is for the mentioned person alone.
public struct Notice: Hashable, Sendable, Codable {
    /// What happened.
    public let kind: HighlightEventKind

    /// The collaboration, which the banner opens.
    public let highlight: CollaborationHighlight

    /// The name of the person who did it, as the conversation shows it.
    package let author: String

    /// Makes a notice, or returns nil when the event has another link than the highlight.
    public init?(of event: any HighlightEvent, in highlight: CollaborationHighlight, by author: String) {
        guard event.highlightURL.absoluteURL == highlight.url.absoluteURL else { return nil }
        kind = event.kind
        self.highlight = highlight
        self.author = author
    }

    /// The text of the banner, on one line: a line break in a name or a title does not forge a second banner.
    public var sentence: String { kind.sentence(by: author, in: highlight.title).onOneLine }

    /// The only person whom the notice is for, or nil when it is for everyone in the conversation.
    package var addressee: MentionedPerson? {
        guard case .mention(let person) = kind else { return nil }
        return person
    }
}

extension Notice: CustomStringConvertible {
    /// The text of the banner, on one line.
    public var description: String { sentence }
}

extension HighlightEventKind {
    /// Who did what, with "Someone" for a blank author and "a shared document" for a blank title.
    package func sentence(by author: String, in title: String?) -> String {
        let who = author.nonBlank ?? "Someone"
        let content = title?.nonBlank ?? "a shared document"
        return switch self {
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
