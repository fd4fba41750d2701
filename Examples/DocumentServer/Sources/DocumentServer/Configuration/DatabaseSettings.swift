import Foundation

/// Where the data is kept.
struct DatabaseSettings: Sendable {
    /// The file of SQLite, which is used if there is no URL.
    let file: String

    /// The URL of a PostgreSQL database, which may have a password.
    let url: Secret<String>?

    let connectionCount: Int

    init(_ reader: SettingsReader, mode: Settings.Mode) throws(StartError) {
        file = try reader.required(.databasePath)
        url = try reader.text(.databaseURL).map(Secret.init)
        connectionCount = try reader.integer(.databaseConnections, in: 1...1000)
        #if !PostgreSQL
            guard url == nil else {
                throw .configuration(
                    "database.url is set, and this server was built without PostgreSQL."
                        + " Build it with --traits PostgreSQL."
                )
            }
        #endif
        // The keys of development mode are beside the file, also if there is a URL.
        if url == nil || mode == .development { try Self.check(file) }
    }

    /// Refuses a path that is a folder, or that is in no folder.
    private static func check(_ path: String) throws(StartError) {
        let url = URL(filePath: path)
        guard !url.isFolder else { throw fault(path, "is a folder, and must be a file") }
        let folder = url.deletingLastPathComponent()
        guard folder.isFolder else {
            throw fault(path, "is not in a folder that exists: \"\(folder.standardizedFileURL.path)\"")
        }
    }

    private static func fault(_ path: String, _ rule: String) -> StartError {
        .configuration("database.path is \"\(path)\": it \(rule).")
    }
}

extension URL {
    fileprivate var isFolder: Bool { (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true }
}
