public import CollaborationModels

/// One line of a conversation, as a member sees it.
public enum ThreadEntry: Hashable, Sendable {
    /// Someone sent the link of a collaboration.
    case collaboration(CollaborationHighlight, from: String)

    /// A banner about a collaboration.
    case notice(Notice)

    /// Someone came into the conversation.
    case joined(String)

    /// Someone left the conversation or was taken out.
    case left(String)
}

extension ThreadEntry: CustomStringConvertible {
    /// The line as text.
    public var description: String {
        switch self {
        case .collaboration(let highlight, let sender):
            "\(sender) shared \(highlight.title ?? "a document")"
        case .notice(let notice): notice.sentence
        case .joined(let name): "\(name) joined"
        case .left(let name): "\(name) left"
        }
    }
}
