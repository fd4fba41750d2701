import CollaborationServer
import Foundation

/// The keys of development mode, in a file that only its owner can read.
struct KeyFile: Codable {
    var challengeKey = ChallengeKey().rawRepresentation
    var accountKey = ChallengeKey().rawRepresentation
    var backendToken = ChallengeKey().rawRepresentation

    /// Reads the file in the folder of the SQLite database, or in the working directory with another one.
    ///
    /// Several servers that start at once agree on one file, because only one of them can link its own to the name.
    static func read(beside database: Settings.Database, isMade: Bool) throws(StartError) -> KeyFile {
        var path = "."
        if case .sqlite(let file) = database { path = file }
        let url = URL(filePath: path).deletingLastPathComponent()
            .appending(path: "collaboration-service-keys.json").standardizedFileURL
        let files = FileManager.default
        do {
            if isMade, !files.fileExists(atPath: url.path) {
                let draft = url.appendingPathExtension(UUID().uuidString)
                defer { try? files.removeItem(at: draft) }
                let (keys, rights) = (try JSONEncoder().encode(KeyFile()), [FileAttributeKey.posixPermissions: 0o600])
                _ = files.createFile(atPath: draft.path, contents: keys, attributes: rights)
                try? files.linkItem(at: draft, to: url)
            }
            let permissions = try files.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber
            guard let permissions, permissions.intValue & 0o077 == 0 else {
                throw StartError("The file \"\(url.path)\" must be readable by its owner only: chmod 600.")
            }
            return try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
        } catch let error as StartError {
            throw error
        } catch {
            throw StartError(
                "The file \"\(url.path)\", where a server in development mode keeps its keys, cannot be made or read."
                    + " Set database.url as for the server, run this command in the server's folder, or delete the file."
            )
        }
    }
}
