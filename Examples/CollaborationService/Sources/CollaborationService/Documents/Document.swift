import CollaborationCore
import Hummingbird

/// A document.
struct Document: Hashable, Sendable, Codable {
    /// Identifies the document, and the collaboration on it.
    let identifier: CollaborationIdentifier

    /// The account that created the document, which never changes.
    let owner: AccountIdentifier

    var title: String
    var text: String

    /// The number of changes plus one.
    ///
    /// A client sends it with a change, so that no change overwrites another unseen.
    var revision = 1

    /// Whether others than the owner may have access.
    var isShared = false

    /// Whether it was deleted, so that only its collaboration is still to be forgotten.
    var isDeleted = false
}

/// A document as a client sees it, in a list without its text.
struct DocumentAnswer: ResponseEncodable, Sendable {
    let identifier: CollaborationIdentifier
    let owner: AccountIdentifier
    let title: String
    let text: String?
    let revision: Int
    let isShared: Bool

    init(_ document: Document, withText: Bool = true) {
        (identifier, owner, title) = (document.identifier, document.owner, document.title)
        text = withText ? document.text : nil
        (revision, isShared) = (document.revision, document.isShared)
    }
}

extension CollaborationIdentifier {
    /// Makes an identifier that nobody can guess: 128 random bits in the base32 of RFC 4648, in lower case.
    static func random() -> CollaborationIdentifier {
        let digits = Array("abcdefghijklmnopqrstuvwxyz234567")
        let bits = UInt128.random(in: 0 ... .max)
        return CollaborationIdentifier(String((0..<26).map { digits[Int(bits >> ($0 * 5) & 31)] }))
    }
}
