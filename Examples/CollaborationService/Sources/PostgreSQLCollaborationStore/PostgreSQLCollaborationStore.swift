public import CollaborationCore
public import CollaborationServer
import Foundation

/// A store in PostgreSQL, which any number of servers may share.
///
/// A replacement that fails with `PostgreSQLError.outcomeUnknown` may be done. It is not repeated here, since it would
/// conflict with itself.
public struct PostgreSQLCollaborationStore: CollaborationStore {
    /// Identifies the data of this store.
    ///
    /// After a restore from a backup, run `UPDATE collaboration_store SET identifier = uuid_send(gen_random_uuid())` before
    /// the servers start.
    public let identifier: StoreIdentifier

    let database: PostgreSQLDatabase
    private let statements: Statements

    /// Makes the tables if they are absent, and reads the identifier.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - name: The name of the table of records, and what the names of the other tables begin with: letters only.
    /// - Throws: `PostgreSQLError`.
    public init(_ database: PostgreSQLDatabase, name: String = "collaboration") async throws {
        statements = Statements(name)
        self.database = database
        let identifier = StoreIdentifier().rawRepresentation.map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        try await database.makeTables(
            name,
            script: statements.schema + "INSERT INTO \(name)_store VALUES ('\\x\(identifier.joined())');"
        )
        let rows = try await database.read(PostgreSQLQuery(statements.identifier)).rows
        guard rows.count == 1, let found = StoreIdentifier(rawRepresentation: try rows[0].bytes(0)) else {
            throw PostgreSQLError.unexpectedValue("the table \(name)_store has not one row with 16 bytes")
        }
        self.identifier = found
    }

    /// Returns what is stored about a collaboration; nil if nothing is.
    public func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        let query = PostgreSQLQuery(statements.record, ["name": .name(collaboration)])
        return try await database.read(query).rows.first?.record(0)
    }

    /// Returns a record of this store and one of another store in the same database, as they are at one time.
    public func records(
        of one: CollaborationIdentifier,
        and two: CollaborationIdentifier,
        in other: Self
    ) async throws -> (StoredRecord?, StoredRecord?) {
        let statement = PostgreSQLStatement(
            """
            SELECT a.version, a.record, b.version, b.record FROM (SELECT) AS one_row
            LEFT JOIN \(statements.table) a ON a.name = :one LEFT JOIN \(other.statements.table) b ON b.name = :two
            """
        )
        let query = PostgreSQLQuery(statement, ["one": .name(one), "two": .name(two)])
        let row = try await database.read(query).rows.first
        return (try row?.record(0), try row?.record(2))
    }

    /// Replaces what is stored about a collaboration, if the version is stored: by one statement.
    public func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        var values: [String: PostgreSQLValue] = ["name": .name(collaboration)]
        if let version { values["version"] = .bytes(Data(version.rawRepresentation)) }
        if let record {
            values["next"] = .bytes(Data(record.version.rawRepresentation))
            values["record"] = .bytes(Data(record.bytes))
        }
        if !accounts.added.isEmpty { values["added"] = .names(accounts.added) }
        if !accounts.removed.isEmpty { values["removed"] = .names(accounts.removed) }
        let statement = statements.replacing(Set(values.keys))
        let order = Array("\(statements.table) \(collaboration.rawValue)".utf8)
        return try await !database.write(PostgreSQLQuery(statement, values), order: order).rows.isEmpty
    }

    /// Returns the collaborations that an account has access to, in the order of their bytes.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        var values: [String: PostgreSQLValue] = ["account": .name(account), "limit": .integer(Int64(limit))]
        if let last { values["last"] = .name(last) }
        let query = PostgreSQLQuery(last == nil ? statements.firstPage : statements.nextPage, values)
        return try await database.read(query).rows.map { row in
            CollaborationIdentifier(rawValue: String(decoding: try row.bytes(0), as: UTF8.self))
        }
    }
}

/// The SQL of a store.
///
/// Names are the bytes of their UTF-8, so that no two names are taken for the same.
private struct Statements {
    let table, schema: String
    let identifier, record, firstPage, nextPage: PostgreSQLStatement

    init(_ name: String) {
        precondition(name.utf8.allSatisfy { (97...122).contains($0) }, "the name of a table has letters only")
        table = name
        schema = """
            CREATE TABLE \(name)_store (identifier BYTEA NOT NULL);
            CREATE TABLE \(name) (name BYTEA PRIMARY KEY, version BYTEA NOT NULL, record BYTEA NOT NULL);
            CREATE TABLE \(name)_account (account BYTEA, name BYTEA, PRIMARY KEY (account, name));
            """
        identifier = PostgreSQLStatement("SELECT identifier FROM \(name)_store")
        record = PostgreSQLStatement("SELECT version, record FROM \(name) WHERE name = :name")
        let page = "SELECT name FROM \(name)_account WHERE account = :account"
        firstPage = PostgreSQLStatement("\(page) ORDER BY name LIMIT :limit")
        nextPage = PostgreSQLStatement("\(page) AND name > :last ORDER BY name LIMIT :limit")
    }

    /// The statement that replaces a record and changes the index, for the values that there are.
    ///
    /// One statement is atomic at every isolation level. At READ COMMITTED it waits for another one that changes the
    /// same row, and then compares the version anew. The index changes only if there is a changed row.
    func replacing(_ values: Set<String>) -> PostgreSQLStatement {
        let change =
            switch (values.contains("version"), values.contains("record")) {
            case (false, false): "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE name = :name)"
            case (false, true):
                "INSERT INTO \(table) VALUES (:name, :next, :record) ON CONFLICT (name) DO NOTHING RETURNING 1"
            case (true, false): "DELETE FROM \(table) WHERE name = :name AND version = :version RETURNING 1"
            case (true, true):
                """
                UPDATE \(table) SET version = :next, record = :record
                WHERE name = :name AND version = :version RETURNING 1
                """
            }
        var parts = ["changed AS (\(change))"]
        if values.contains("added") {
            parts.append(
                """
                added AS (
                    INSERT INTO \(table)_account (account, name) SELECT unnest(:added), :name FROM changed
                    ON CONFLICT DO NOTHING
                )
                """
            )
        }
        if values.contains("removed") {
            parts.append(
                """
                removed AS (
                    DELETE FROM \(table)_account
                    WHERE account = ANY(:removed) AND name = :name AND EXISTS (SELECT 1 FROM changed)
                )
                """
            )
        }
        return PostgreSQLStatement("WITH \(parts.joined(separator: ", ")) SELECT 1 FROM changed")
    }
}

extension PostgreSQLRow {
    /// Reads a record from a column with its version and the next one, nil for `NULL`.
    fileprivate func record(_ column: Int) throws -> StoredRecord? {
        if values[column] == .null { return nil }
        guard let version = RecordVersion(rawRepresentation: try bytes(column)) else {
            throw PostgreSQLError.unexpectedValue("a version has not 16 bytes")
        }
        return StoredRecord(bytes: [UInt8](try bytes(column + 1)), version: version)
    }
}

extension PostgreSQLValue {
    fileprivate static func name(_ identifier: some StringIdentifier) -> PostgreSQLValue {
        .bytes(Data(identifier.rawValue.utf8))
    }

    fileprivate static func names(_ accounts: Set<AccountIdentifier>) -> PostgreSQLValue {
        .arrayOfBytes(accounts.map { Data($0.rawValue.utf8) })
    }
}
