import CollaborationCore
public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One line of a conversation, as a member sees it.
public enum ThreadEntry: Hashable, Sendable {
    /// A person shared a collaboration; the name is the sender's.
    case collaboration(CollaborationHighlight, from: String)

    /// A person sent a copy of some content, with its title, the kind of the data and the data; the name is the sender's.
    case copy(title: String?, typeIdentifier: TypeIdentifier, data: Data, from: String)

    /// A notice about a collaboration.
    case notice(Notice)

    /// A person with this name joined the conversation.
    case joined(String)

    /// A person with this name left the conversation or was removed from it.
    case left(String)
}

extension ThreadEntry: CustomStringConvertible {
    /// The line as a sentence without a period, on one line.
    public var description: String {
        let text =
            switch self {
            case .collaboration(let highlight, let sender):
                "\(sender) shared \(highlight.title?.nonBlank ?? "a document")"
            case .copy(let title, _, _, let sender):
                "\(sender) sent a copy of \(title?.nonBlank ?? "a document")"
            case .notice(let notice): notice.sentence
            case .joined(let name): "\(name) joined"
            case .left(let name): "\(name) left"
            }
        return text.onOneLine
    }
}
