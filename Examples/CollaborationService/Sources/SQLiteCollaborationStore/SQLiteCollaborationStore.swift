public import CollaborationCore
public import CollaborationServer
import Foundation
import GRDB

/// A store in a SQLite file, which several processes may share.
public struct SQLiteCollaborationStore: SingleWriterStore {
    /// Identifies the data of this store.
    ///
    /// After a restore from a backup, run `UPDATE collaboration_store SET identifier = randomblob(16)` before the server
    /// starts.
    public let identifier: StoreIdentifier

    private let database: SQLiteDatabase
    private let statements: Statements

    /// Opens the store in a database, and makes its tables if there are none.
    ///
    /// - Parameters:
    ///   - database: The database, which may have other tables too.
    ///   - name: The name of the table of records, and what the names of the other tables begin with: letters only.
    /// - Throws: ``SQLiteDatabaseError``.
    public init(_ database: SQLiteDatabase, name: String = "collaboration") async throws {
        let statements = Statements(name)
        try await database.makeTables(name, script: statements.schema)
        identifier = try await database.write { database in
            if let bytes = try Data.fetchOne(database, sql: "SELECT identifier FROM \(name)_store") {
                guard let identifier = StoreIdentifier(rawRepresentation: bytes) else {
                    throw SQLiteDatabaseError.damaged("the identifier of the store has \(bytes.count) bytes")
                }
                return identifier
            }
            let identifier = StoreIdentifier()
            try database.execute(
                sql: "INSERT INTO \(name)_store VALUES (?)",
                arguments: [identifier.rawRepresentation]
            )
            return identifier
        }
        self.database = database
        self.statements = statements
    }

    /// Returns what is stored about a collaboration; nil if nothing is.
    public func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        try await database.read { try record(of: collaboration, in: $0) }
    }

    /// Returns a record of this store and one of another store in the same database, as they are at one time.
    public func records(
        of one: CollaborationIdentifier,
        and two: CollaborationIdentifier,
        in other: Self
    ) async throws -> (StoredRecord?, StoredRecord?) {
        try await database.read { (try record(of: one, in: $0), try other.record(of: two, in: $0)) }
    }

    private func record(
        of collaboration: CollaborationIdentifier,
        in database: Database
    ) throws -> StoredRecord? {
        try database.row(statements.record, [collaboration.bytes]) { row in
            guard let version = RecordVersion(rawRepresentation: try row.bytes(0)) else {
                throw SQLiteDatabaseError.damaged("a version has not 16 bytes")
            }
            return StoredRecord(bytes: try row.bytes(1), version: version)
        }
    }

    /// Replaces what is stored about a collaboration, if the version is stored.
    public func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        try await database.write { [statements] database in
            let stored = try database.row(statements.version, [collaboration.bytes]) { try $0.bytes(0) }
            guard stored == version?.rawRepresentation else { return false }
            try database.store(record, of: collaboration, accounts, statements)
            return true
        }
    }

    /// Reads a record, decides on a change and makes it, in the transaction that other changes share.
    public func changeRecord<Outcome: Sendable>(
        of collaboration: CollaborationIdentifier,
        _ decide: @escaping @Sendable ([UInt8]?) throws -> RecordDecision<Outcome>
    ) async throws -> Outcome {
        try await database.write { [statements] database in
            let stored = try database.row(statements.bytes, [collaboration.bytes]) { try $0.bytes(0) }
            switch try decide(stored) {
            case .keep(let outcome): return outcome
            case .replace(let record, let accounts, let outcome):
                try database.store(record, of: collaboration, accounts, statements)
                return outcome
            }
        }
    }

    /// Returns the collaborations that an account has access to, in the order of their bytes.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await database.read { [statements] database in
            let statement = try database.cachedStatement(
                sql: last == nil ? statements.first : statements.next
            )
            let arguments: StatementArguments = [account.bytes, limit] + (last.map { [$0.bytes] } ?? [])
            return try Data.fetchAll(statement, arguments: arguments).map { bytes in
                CollaborationIdentifier(rawValue: String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}

/// The SQL of a store.
///
/// Names are the bytes of their UTF-8, so that no two names are taken for the same. An empty record may be NULL.
private struct Statements {
    let schema, record, version, bytes, put, delete, insertIntoIndex, deleteFromIndex, first, next: String

    init(_ name: String) {
        precondition(name.utf8.allSatisfy { (97...122).contains($0) }, "the name of a table has letters only")
        schema = """
            CREATE TABLE \(name)_store (identifier BLOB NOT NULL);
            CREATE TABLE \(name) (name BLOB PRIMARY KEY, version BLOB NOT NULL, record BLOB);
            CREATE TABLE \(name)_account (account BLOB, name BLOB, PRIMARY KEY (account, name)) WITHOUT ROWID;
            """
        record = "SELECT version, record FROM \(name) WHERE name = ?"
        version = "SELECT version FROM \(name) WHERE name = ?"
        bytes = "SELECT record FROM \(name) WHERE name = ?"
        put = """
            INSERT INTO \(name) (name, version, record) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET version = excluded.version, record = excluded.record
            """
        delete = "DELETE FROM \(name) WHERE name = ?"
        insertIntoIndex = "INSERT OR IGNORE INTO \(name)_account (account, name) VALUES (?, ?)"
        deleteFromIndex = "DELETE FROM \(name)_account WHERE account = ? AND name = ?"
        first = "SELECT name FROM \(name)_account WHERE account = ?1 ORDER BY name LIMIT ?2"
        next = "SELECT name FROM \(name)_account WHERE account = ?1 AND name > ?3 ORDER BY name LIMIT ?2"
    }
}

extension Database {
    /// Reads from the first row, if there is one.
    fileprivate func row<Value>(
        _ sql: String,
        _ arguments: StatementArguments,
        _ read: (Row) throws -> Value
    ) throws -> Value? {
        // The row is valid as long as the cursor lives.
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        return try withExtendedLifetime(rows) { try rows.next().map(read) }
    }

    fileprivate func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    fileprivate func store(
        _ record: StoredRecord?,
        of collaboration: CollaborationIdentifier,
        _ accounts: AccountChanges,
        _ statements: Statements
    ) throws {
        let name = collaboration.bytes
        if let record {
            try run(statements.put, [name, Data(record.version.rawRepresentation), Data(record.bytes)])
        } else {
            try run(statements.delete, [name])
        }
        for account in accounts.added { try run(statements.insertIntoIndex, [account.bytes, name]) }
        for account in accounts.removed { try run(statements.deleteFromIndex, [account.bytes, name]) }
    }
}

extension Row {
    /// The bytes of a column, none for NULL, copied once.
    fileprivate func bytes(_ column: Int) throws -> [UInt8] {
        try withUnsafeData(atIndex: column) { $0.map { [UInt8]($0) } ?? [] }
    }
}

extension StringIdentifier {
    fileprivate var bytes: Data { Data(rawValue.utf8) }
}
