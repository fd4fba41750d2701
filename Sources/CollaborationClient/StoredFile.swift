import CollaborationCore
import CollaborationCrypto
import CollaborationModels
import Foundation

/// What a session keeps on disk: each in a file of its own.
enum StoredFile: Hashable, Codable, Sendable {
    case owner(Owner)
    case removal(UndeliveredRemoval)
    case link(Link)
    case notice(Notice)

    /// Whose a collaboration is that was started on this device.
    struct Owner: Hashable, Codable {
        var account: ServerAccount
        var collaboration: CollaborationIdentifier
        var date: Date
    }

    /// A link that is opened after the next sign-in.
    struct Link: Hashable, Codable {
        var url: URL
        var account: ServerAccount?
        var date: Date
    }

    /// A notice that is posted when the system knows the link of its collaboration.
    struct Notice: Hashable, Codable {
        var account: ServerAccount?
        var collaboration: CollaborationIdentifier
        var kind: HighlightEventKind
        var date: Date
    }

    /// The folder and the name of the file, which are the same for what replaces it.
    var name: String {
        switch self {
        case .owner(let owner): return "owner/" + Self.hash(owner.collaboration)
        case .removal(let removal): return "removal/\(removal.id)"
        case .link(let link): return "kept-link/" + Self.hash(link.url)
        case .notice(var notice):
            notice.date = .distantPast
            return "notice/" + Self.hash(notice)
        }
    }

    private static func hash(_ key: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return "\(SHA256.hash(data: (try? encoder.encode(key)) ?? Data()))"
    }
}

extension StoredFile {
    private struct Versioned: Codable {
        var version = 1
        var content: StoredFile
    }

    /// The bytes of the file: JSON with the version of the format.
    func data() throws -> Data { try JSONEncoder().encode(Versioned(content: self)) }

    /// Reads a file, or throws for one that is damaged, of another version, or under the name of another one.
    init(name: String, data: Data) throws {
        let file = try JSONDecoder().decode(Versioned.self, from: data)
        guard file.version == 1, file.content.name == name else { throw CocoaError(.fileReadCorruptFile) }
        self = file.content
    }
}
