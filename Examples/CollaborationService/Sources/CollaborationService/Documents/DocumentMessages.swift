import CollaborationCore
import Foundation
import Hummingbird

/// A new document, as a client sends it.
struct DocumentDraft: Decodable {
    let title, text: String
}

/// A change of a document, as a client sends it.
struct DocumentChange: Decodable, Sendable {
    let title, text: String

    /// The revision that the client has seen.
    let revision: Int
}

/// The limits of what clients send.
enum DocumentLimits {
    static let titleByteCount = JSONLimits.textByteCount
    static let textByteCount = 64 * 1024

    /// Room for a title and a text whose characters are all escaped, such as `\u0000`.
    static let documentBodyByteCount = 512 * 1024

    /// Room for the largest update: 10,000 identities have about 0.6 MB.
    static let updateBodyByteCount = 1024 * 1024

    /// Room for the longest proof: 32 hashes have 1.5 KB.
    static let proofBodyByteCount = 16 * 1024

    /// The greatest number of entries in one answer: their documents are read, which have at most 7 MB.
    static let pageCount = 100

    /// Refuses texts that are too long with status 400 and the field.
    ///
    /// They are counted as they are stored and sent: a control character can take six bytes.
    static func check(title: String, text: String) throws {
        for (field, value, limit) in [("title", title, titleByteCount), ("text", text, textByteCount)]
        where try JSONEncoder.sorted.encode(value).count - 2 > limit {
            throw HTTPError(.badRequest, message: "\(field): more than \(limit) bytes in JSON")
        }
    }
}
