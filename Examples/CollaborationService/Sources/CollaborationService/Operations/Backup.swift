import Foundation
import GRDB

/// Copies the SQLite database of running servers, and makes a database of such a copy.
struct Backup {
    private let database: String

    init(_ settings: DatabaseSettings) throws(StartError) {
        guard case .sqlite(let file) = settings.engine else {
            throw .usage("These commands are for SQLite. The README says how to restore the other databases.")
        }
        database = file
    }

    /// Writes all that was committed into a new file, while servers go on.
    func write(to file: String) throws(StartError) {
        try Self.copy(database, to: file) { _ in }
    }

    /// Makes the database, which must not exist, of a backup.
    ///
    /// The stores get new identifiers, so that challenges from before are refused: the backup lacks the uses since then.
    func restore(from file: String) throws(StartError) {
        try Self.copy(file, to: database) { database in
            for part in ["collaboration", "document"] {
                try database.execute(sql: "UPDATE \(part)_store SET identifier = randomblob(16)")
            }
        }
    }

    private static func copy(
        _ source: String,
        to target: String,
        changing change: (Database) throws -> Void
    ) throws(StartError) {
        let files = FileManager.default
        // SQLite would take a log that an earlier file of this name has left for a part of the new one.
        for path in [target, target + "-wal", target + "-journal"] where files.fileExists(atPath: path) {
            throw StartError("\"\(path)\" exists. Stop the servers that use it, and move it away.")
        }
        let draft = "\(target).\(UUID().uuidString)"
        defer { try? files.removeItem(atPath: draft) }
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let original = try DatabaseQueue(path: source, configuration: configuration)
            let copy = try DatabaseQueue(path: draft)
            try original.backup(to: copy)
            // All of it is then in one file.
            try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.write { database in
                try change(database)
                try database.execute(sql: "SELECT 1 FROM collaboration_store, document_store")
                guard try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok" else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT)
                }
            }
            try copy.close()
            try files.linkItem(atPath: draft, toPath: target)
        } catch {
            throw StartError("\"\(source)\" cannot be copied to \"\(target)\": \(error)")
        }
    }
}
