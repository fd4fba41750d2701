/// Makes sentences such as "Charlie edited Baking Recipes".
public struct EnglishNoticeFormatter: NoticeFormatter {
    /// Makes a formatter.
    public init() {}

    /// Makes a sentence that says who did what in which content.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - author: The name of whoever did it; without one the sentence says "Someone".
    ///   - title: The title of the content; without one the sentence says "a shared document".
    /// - Returns: The sentence, without a full stop.
    public func sentence(for kind: HighlightEventKind, by author: String, in title: String?) -> String {
        let who = author.isEmpty ? "Someone" : author
        let title = title ?? ""
        let content = title.isEmpty ? "a shared document" : title
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
