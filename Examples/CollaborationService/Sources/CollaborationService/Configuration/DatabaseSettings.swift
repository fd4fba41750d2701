import Foundation

/// Where the data is kept.
struct DatabaseSettings: Sendable {
    enum Engine: Sendable {
        case sqlite(file: String)

        #if PostgreSQL
            /// The URL, which may have a password.
            case postgreSQL(Secret<String>)
        #endif

        /// The members of a cluster.
        case etcd([String])
    }

    let engine: Engine

    /// The file of SQLite, which is used if there is no URL.
    ///
    /// The keys of development mode are always beside it.
    let file: String

    let connectionCount: Int

    init(_ reader: SettingsReader, mode: Settings.Mode) throws(StartError) {
        file = try reader.required(.databasePath)
        connectionCount = try reader.number(.databaseConnections, in: 1...1000)
        engine = try Self.engine(try reader.text(.databaseURL), file: file)
        if mode == .development { try Self.check(file) }
        if case .sqlite(let file) = engine { try Self.check(file) }
    }

    private static func engine(_ url: String?, file: String) throws(StartError) -> Engine {
        guard let url else { return .sqlite(file: file) }
        if url.hasPrefix("etcd://") {
            let members = url.dropFirst("etcd://".count).components(separatedBy: ",")
            guard members.allSatisfy({ $0.wholeMatch(of: /[^\/:@]+:[0-9]+/) != nil }) else {
                throw .configuration("database.url is not of the form etcd://host:port,host:port.")
            }
            return .etcd(members)
        }
        #if PostgreSQL
            return .postgreSQL(Secret(url))
        #else
            throw .configuration(
                "database.url is for PostgreSQL, and this server was built without it."
                    + " Build it with --traits PostgreSQL."
            )
        #endif
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
