import CollaborationServer
import Foundation

/// The keys of development mode, in a file that only its owner can read.
///
/// It is made at the first start. Several servers that start at once agree on one file, because only one of them
/// can link its own to the name.
struct KeyFile: Codable {
    let challengeKey, accountKey, backendToken: Data

    /// Reads the file in the folder of the SQLite database, or in the working directory with another one.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - isMade: Whether the file is made if there is none.
    /// - Throws: ``StartError`` if the file is not there, or cannot be made or read.
    init(beside database: Settings.Database, isMade: Bool) throws(StartError) {
        var path = "."
        if case .sqlite(let file) = database { path = file }
        let url = URL(filePath: path).deletingLastPathComponent()
            .appending(path: "collaboration-service-keys.json").standardizedFileURL
        if !FileManager.default.fileExists(atPath: url.path) {
            guard isMade else {
                throw StartError(
                    "There is no file \"\(url.path)\", where a server in development mode keeps its keys."
                        + " Set database.url as for the server, or run this command in the server's folder."
                )
            }
            do {
                try Self.make(at: url)
            } catch {
                throw StartError("The file \"\(url.path)\" cannot be made. Is its folder writable?")
            }
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        guard let permissions = (attributes?[.posixPermissions] as? NSNumber)?.intValue,
            permissions & 0o077 == 0
        else {
            throw StartError("The file \"\(url.path)\" must be readable by its owner only: chmod 600.")
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
        } catch {
            throw StartError("The file \"\(url.path)\" cannot be read. Delete it, and a new one is made.")
        }
    }

    private init() {
        challengeKey = ChallengeKey().rawRepresentation
        accountKey = ChallengeKey().rawRepresentation
        backendToken = ChallengeKey().rawRepresentation
    }

    private static func make(at url: URL) throws {
        let files = FileManager.default
        let draft = url.appendingPathExtension(UUID().uuidString)
        // The permissions are there before the contents.
        guard files.createFile(atPath: draft.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw CocoaError(.fileWriteNoPermission)
        }
        defer { try? files.removeItem(at: draft) }
        try JSONEncoder().encode(Self()).write(to: draft)
        do {
            try files.linkItem(at: draft, to: url)
        } catch  where files.fileExists(atPath: url.path) {
            // Another server has made the file meanwhile.
        }
    }
}
