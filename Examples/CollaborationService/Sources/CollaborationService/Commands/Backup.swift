import Foundation
import GRDB
import SQLiteCollaborationStore

/// Copies the SQLite database of running servers, and makes a database of such a copy.
struct Backup {
    let database: String

    init(_ settings: Settings.Database) throws(StartError) {
        guard let file = settings.file else {
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
    /// The store gets a new identifier, so that challenges from before are refused: the backup lacks the uses since then.
    func restore(from file: String) throws(StartError) {
        try Self.copy(file, to: database) { database in
            guard try Int.fetchOne(database, sql: "PRAGMA user_version") == SQLiteCollaborationStore.schemaVersion
            else {
                throw StartError("Its tables are of another version of the server.")
            }
            try database.execute(sql: "UPDATE collaboration_store SET identifier = randomblob(16)")
        }
    }

    static let meaningOfRestore = """
        The database is as it was when the backup was made. Who was removed since then has access again, and who got
        access since then has none. Before the servers start, run replay-removals with the audit logs of all servers and the
        time of the backup, which takes away again what was taken away since then. With reset-access before it only owners
        have access, until each person proves an identity anew.
        """

    private static func copy(
        _ source: String,
        to target: String,
        changing change: (GRDB.Database) throws -> Void
    ) throws(StartError) {
        let files = FileManager.default
        // SQLite would take a log that an earlier file of this name has left for a part of the new one.
        for path in [target, target + "-wal", target + "-journal"] where files.fileExists(atPath: path) {
            throw StartError("\"\(path)\" exists. Stop the servers that use it, and move it away.")
        }
        let draft = "\(target).\(UUID().uuidString)"
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { try? files.removeItem(atPath: draft + suffix) } }
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
                try database.execute(sql: "SELECT 1 FROM collaboration_store")
                guard try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok" else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT)
                }
            }
            try copy.close()
            try files.linkItem(atPath: draft, toPath: target)
        } catch DatabaseError.SQLITE_FULL {
            throw StartError("\"\(source)\" cannot be copied to \"\(target)\": the disk is full.", status: .output)
        } catch {
            throw StartError("\"\(source)\" cannot be copied to \"\(target)\": \(error)")
        }
    }
}
