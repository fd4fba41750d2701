/// Makes the sentence that a banner shows.
///
/// An app that wants other words, or another language, gives a formatter of its own.
public protocol NoticeFormatter: Sendable {
    /// Makes a sentence that says who did what in which content.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - author: The name of whoever did it; may be empty.
    ///   - title: The title of the content, if it has one.
    /// - Returns: The sentence, without a full stop.
    func sentence(for kind: HighlightEventKind, by author: String, in title: String?) -> String
}
