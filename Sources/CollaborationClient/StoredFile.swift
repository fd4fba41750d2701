import CollaborationCore
import CollaborationCrypto
import CollaborationModels

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a session keeps on disk: each in a file of its own, as JSON with the version of the format.
enum StoredFile: Hashable, Sendable {
    case owner(Owner)
    case removal(Removal)
    case link(Link)
    case notice(Notice)

    /// Whose a collaboration is that was started on this device.
    struct Owner: Hashable, Codable {
        var account: ServerAccount
        var collaboration: CollaborationIdentifier
        var date: Date
    }

    /// An update with removals only, until the server has it.
    struct Removal: Hashable, Codable {
        /// The identifier of the action that brought it.
        var id: UUID
        var account: ServerAccount?
        var collaboration: CollaborationIdentifier
        var identities: [Person.Identity]
        var date: Date
        var givenUp: UndeliveredRemoval.Refusal?
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

    /// The folder and the name of the file.
    var name: String {
        switch self {
        case .owner(let owner): "owner/" + Self.hash(owner.collaboration.rawValue)
        case .removal(let removal): Self.removalName(removal.id)
        case .link: Self.linkName
        case .notice(let notice):
            "notice/"
                + Self.hash(
                    notice.account?.server.rawValue ?? "",
                    notice.account?.name.rawValue ?? "",
                    notice.collaboration.rawValue,
                    (try? JSONEncoder().encode(notice.kind))?.base64EncodedString() ?? ""
                )
        }
    }

    static let linkName = "link"
    static func removalName(_ id: UUID) -> String { "removal/\(id.uuidString)" }

    /// A hash of strings, in which each is ended by a byte that no string has.
    private static func hash(_ parts: String...) -> String {
        "\(SHA256.hash(data: parts.flatMap { Array($0.utf8) + [0xFF] }))"
    }
}

extension StoredFile {
    private static let version = 1

    private struct Versioned<Content: Codable>: Codable {
        var version: Int
        var content: Content
    }

    /// The bytes of the file.
    func data() throws -> Data {
        switch self {
        case .owner(let content): try Self.encode(content)
        case .removal(let content): try Self.encode(content)
        case .link(let content): try Self.encode(content)
        case .notice(let content): try Self.encode(content)
        }
    }

    /// Reads a file, or throws for one that is damaged or of another version.
    init(name: String, data: Data) throws {
        switch name.split(separator: "/").first {
        case "owner": self = .owner(try Self.decode(data))
        case "removal": self = .removal(try Self.decode(data))
        case "link": self = .link(try Self.decode(data))
        case "notice": self = .notice(try Self.decode(data))
        default: throw CocoaError(.fileReadCorruptFile)
        }
        guard self.name == name else { throw CocoaError(.fileReadCorruptFile) }
    }

    private static func encode(_ content: some Codable) throws -> Data {
        try JSONEncoder().encode(Versioned(version: version, content: content))
    }

    private static func decode<Content: Codable>(_ data: Data) throws -> Content {
        let file = try JSONDecoder().decode(Versioned<Content>.self, from: data)
        guard file.version == version else { throw CocoaError(.fileReadCorruptFile) }
        return file.content
    }
}
