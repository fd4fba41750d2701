public import CollaborationCore
public import CollaborationServer
public import Foundation
import GRDB
public import OperatedStore

/// A store in a SQLite file, which several processes may share.
public final class SQLiteCollaborationStore: OperatedStore {
    package static let schemaVersion = 4

    // Names are the bytes of their UTF-8, so that no two names are taken for the same. An empty record may be NULL.
    private static let schema = """
        CREATE TABLE collaboration_store (identifier BLOB NOT NULL, checks INTEGER NOT NULL);
        CREATE TABLE collaboration
            (name BLOB PRIMARY KEY, version BLOB NOT NULL, record BLOB, changed INTEGER NOT NULL, starter BLOB);
        CREATE INDEX collaboration_starter ON collaboration (starter);
        CREATE TABLE collaboration_account (account BLOB, name BLOB, PRIMARY KEY (account, name)) WITHOUT ROWID;
        INSERT INTO collaboration_store VALUES (randomblob(16), 0);
        PRAGMA user_version = \(schemaVersion);
        """

    /// Identifies the data of this store.
    ///
    /// After a restore from a backup, run `UPDATE collaboration_store SET identifier = randomblob(16)` before the server
    /// starts.
    public let identifier: StoreIdentifier

    let file: SQLiteFile
    private let lastChange: Date
    private let number: Int?

    /// Opens the store in a file, beside which SQLite keeps two files with `-wal` and `-shm` at the end, or makes it.
    public convenience init(path: String) async throws {
        let changes = [path, path + "-wal"].compactMap {
            try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
        }
        try await self.init(SQLiteFile(path: path), lastChange: changes.max() ?? .distantPast)
    }

    init(_ file: SQLiteFile, lastChange: Date = .distantPast) async throws {
        (self.file, self.lastChange, number) = (file, lastChange, file.number)
        identifier = try await file.write { database in
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            if try version == 0 && Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0 {
                try database.execute(sql: Self.schema)
            } else if version != Self.schemaVersion {
                throw SQLiteError(description: "The tables of the database are of another version of the server.")
            }
            let sql = "SELECT identifier FROM collaboration_store"
            let bytes = try Data.fetchOne(database, sql: sql) ?? Data()
            guard let identifier = StoreIdentifier(rawRepresentation: bytes) else {
                throw SQLiteError.damaged("the identifier of the store has \(bytes.count) bytes")
            }
            return identifier
        }
    }

    /// Returns what is stored about a collaboration; nil if nothing is.
    public func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        try await file.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT version, record FROM collaboration WHERE name = ?"
            )
            return try Row.fetchOne(statement, arguments: [collaboration.bytes]).map { row in
                guard let version = RecordVersion(rawRepresentation: row[0] as Data) else {
                    throw SQLiteError.damaged("a version has not 16 bytes")
                }
                return StoredRecord(bytes: (row[1] as Data?).map { [UInt8]($0) } ?? [], version: version)
            }
        }
    }

    /// Replaces what is stored about a collaboration and who has started it, if the version is stored.
    public func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges,
        starter: StarterChange
    ) async throws -> Bool {
        let name = collaboration.bytes
        return try await file.write { database in
            let select = try database.cachedStatement(sql: "SELECT version FROM collaboration WHERE name = ?")
            let stored = try Data.fetchOne(select, arguments: [name])
            guard stored == version.map({ Data($0.rawRepresentation) }) else { return false }
            if let record {
                let version = Data(record.version.rawRepresentation)
                try database.run(
                    """
                    INSERT INTO collaboration (name, version, record, changed) VALUES (?, ?, ?, ?)
                    ON CONFLICT (name) DO UPDATE
                    SET version = excluded.version, record = excluded.record, changed = excluded.changed
                    """,
                    [name, version, Data(record.bytes), Int(Date().timeIntervalSince1970)]
                )
                if case .to(let account) = starter {
                    try database.run("UPDATE collaboration SET starter = ? WHERE name = ?", [account?.bytes, name])
                }
            } else {
                try database.run("DELETE FROM collaboration WHERE name = ?", [name])
            }
            let insert = "INSERT OR IGNORE INTO collaboration_account VALUES (?, ?)"
            for account in accounts.added { try database.run(insert, [account.bytes, name]) }
            let delete = "DELETE FROM collaboration_account WHERE account = ? AND name = ?"
            for account in accounts.removed { try database.run(delete, [account.bytes, name]) }
            return true
        }
    }

    /// Returns the collaborations that an account has access to, in the order of their bytes.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        // Every name comes after the empty one.
        let arguments: StatementArguments = [account.bytes, last?.bytes ?? Data(), limit]
        let sql = "SELECT name FROM collaboration_account WHERE account = ? AND name > ? ORDER BY name LIMIT ?"
        return try await file.read { database in
            try Data.fetchAll(database.cachedStatement(sql: sql), arguments: arguments).map {
                CollaborationIdentifier(String(decoding: $0, as: UTF8.self))
            }
        }
    }

    /// Returns what is known of records without reading them, in the order of the bytes of their names, from a name on.
    public func summaries(from first: CollaborationIdentifier, limit: Int) async throws -> [RecordSummary] {
        let sql = """
            SELECT name, ifnull(length(record), 0), changed, starter FROM collaboration WHERE name >= ? ORDER BY name LIMIT ?
            """
        return try await file.read { database in
            try Row.fetchAll(database, sql: sql, arguments: [first.bytes, limit]).map { row in
                RecordSummary(
                    name: CollaborationIdentifier(String(decoding: row[0] as Data, as: UTF8.self)),
                    byteCount: row[1],
                    changed: Date(timeIntervalSince1970: row[2]),
                    starter: (row[3] as Data?).map { AccountIdentifier(String(decoding: $0, as: UTF8.self)) }
                )
            }
        }
    }

    /// The number of records in the share of an account, without reading their names.
    public func startedCount(of account: AccountIdentifier) async throws -> Int {
        try await count("collaboration WHERE starter = ?", account)
    }

    /// The number of collaborations that an account has access to, without reading their names.
    public func collaborationCount(of account: AccountIdentifier) async throws -> Int {
        try await count("collaboration_account WHERE account = ?", account)
    }

    private func count(_ rows: String, _ account: AccountIdentifier) async throws -> Int {
        try await file.read { database in
            let statement = try database.cachedStatement(sql: "SELECT count(*) FROM \(rows)")
            return try Int.fetchOne(statement, arguments: [account.bytes]) ?? 0
        }
    }

    /// Takes all records out of the share of an account, and its name with them.
    public func eraseStarter(_ account: AccountIdentifier) async throws {
        try await file.write { try $0.run("UPDATE collaboration SET starter = x'' WHERE starter = ?", [account.bytes]) }
    }

    /// Returns the first account of the index after another one, in the order of their bytes; nil at the end.
    public func account(after last: AccountIdentifier?) async throws -> AccountIdentifier? {
        let sql = "SELECT account FROM collaboration_account WHERE account > ? ORDER BY account LIMIT 1"
        return try await file.read { database in
            try Data.fetchOne(database, sql: sql, arguments: [last?.bytes ?? Data()]).map {
                AccountIdentifier(String(decoding: $0, as: UTF8.self))
            }
        }
    }

    /// Writes something, so that it throws when nothing can be written, and returns what is known of the time.
    ///
    /// The file is on this machine, whose clock was not yet there when the file was last changed. What is written to one that
    /// was moved or deleted is lost for the next server.
    public func check() async throws -> ClosedRange<Date> {
        guard file.number == number else {
            throw SQLiteError(description: "The file of the database was moved or deleted.")
        }
        try await file.write { try $0.run("UPDATE collaboration_store SET checks = checks + 1", []) }
        return lastChange...Date.distantFuture
    }

    /// Closes the file: if no other process has it open, all data is then in this one file.
    public func close() {
        // The WAL file stays if a connection that reads is the last to close, which takes a moment after its last read.
        try? file.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint") }
        try? file.pool.close()
    }
}

extension Database {
    fileprivate func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension StringIdentifier {
    fileprivate var bytes: Data { Data(rawValue.utf8) }
}
