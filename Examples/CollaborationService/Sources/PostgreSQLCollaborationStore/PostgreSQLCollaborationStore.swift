// Uses libpq and no client in Swift, since libpq reads the URLs of operators: several hosts, the primary among them, TLS, password files.
public import CollaborationCore
public import CollaborationServer
public import Foundation
public import OperatedStore

/// A store in PostgreSQL, which any number of servers may share.
///
/// Each connection has a thread of its own, so that a statement blocks no thread of the tasks or of a network library. A lost
/// connection is opened again when it is next needed. Statements that wait at the same time are sent and committed together.
public final class PostgreSQLCollaborationStore: OperatedStore {
    // Names are the bytes of their UTF-8, so that no two names are taken for the same. Several servers may make the tables at
    // once: the number of the lock is arbitrary, and it is held until the end of the transaction.
    private static let schema = """
        DO $$ BEGIN PERFORM pg_advisory_xact_lock(4242704914); IF to_regclass('collaboration_store') IS NULL THEN
        CREATE TABLE collaboration_store
            (identifier BYTEA NOT NULL, version BIGINT NOT NULL, checked BIGINT NOT NULL);
        CREATE TABLE collaboration
            (name BYTEA PRIMARY KEY, version BYTEA NOT NULL, record BYTEA NOT NULL, changed BIGINT NOT NULL, starter BYTEA,
            UNIQUE (starter, name));
        CREATE TABLE collaboration_account (account BYTEA, name BYTEA, PRIMARY KEY (account, name));
        INSERT INTO collaboration_store VALUES (uuid_send(gen_random_uuid()), 4, 0);
        END IF; END $$
        """

    /// Identifies the data of this store.
    ///
    /// After a restore from a backup, run `UPDATE collaboration_store SET identifier = uuid_send(gen_random_uuid())` before
    /// the servers start.
    public let identifier: StoreIdentifier

    private let connections: [ReopenedConnection]
    private let reads, writes: QueryGroups<ReopenedConnection>

    /// Opens four connections to a URL that libpq reads, makes the tables if they are absent, and reads the identifier.
    ///
    /// All servers together must stay below PostgreSQL's `max_connections`.
    public convenience init(_ url: String) async throws { try await self.init(url, connectionCount: 4) }

    // Half of the connections are for reads, and half for writes, of which so many may wait.
    init(
        _ url: String,
        connectionCount: Int,
        waiterLimit: Int = 1000,
        timeLimits: PostgreSQLTimeLimits = PostgreSQLTimeLimits()
    ) async throws {
        let string = try ConnectionString(url)
        connections = (0..<max(1, connectionCount)).map { _ in ReopenedConnection(string, limits: timeLimits) }
        // With an odd number both use the one in the middle, and take it last, since groups begin with their last one.
        let half = (connections.count + 1) / 2
        let waiting = timeLimits.waiting
        reads = QueryGroups(connections.prefix(half).reversed(), waiterLimit: waiterLimit, waitingLimit: waiting) {
            try await $0.read($1)
        }
        writes = QueryGroups(connections.suffix(half), waiterLimit: waiterLimit, waitingLimit: waiting) {
            try await $0.write($1)
        }
        for connection in connections { try await connection.run() }
        try await connections[0].run(script: Self.schema)
        let rows: [[PostgreSQLValue]]
        do {
            rows = try await reads.run(PostgreSQLQuery("SELECT identifier, version FROM collaboration_store"))
        } catch PostgreSQLError.statementFailed(sqlState: "42703", _) {
            // The table of an earlier version has fewer columns.
            throw PostgreSQLError.otherSchema
        }
        guard rows.count == 1, try rows[0][1].integer() == 4 else { throw PostgreSQLError.otherSchema }
        guard let found = StoreIdentifier(rawRepresentation: try rows[0][0].bytes()) else {
            throw PostgreSQLError.unexpectedValue("the identifier of the store has not 16 bytes")
        }
        identifier = found
    }

    /// Returns what is stored about a collaboration; nil if nothing is.
    public func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        let sql = "SELECT version, record FROM collaboration WHERE name = $1"
        return try await reads.run(PostgreSQLQuery(sql, .name(collaboration))).first.map { row in
            guard let version = RecordVersion(rawRepresentation: try row[0].bytes()) else {
                throw PostgreSQLError.unexpectedValue("a version has not 16 bytes")
            }
            return StoredRecord(bytes: [UInt8](try row[1].bytes()), version: version)
        }
    }

    /// Replaces what is stored about a collaboration and who has started it, if the version is stored: by one statement.
    ///
    /// One statement is atomic at every isolation level. At READ COMMITTED it waits for another one that changes the
    /// same row, and then compares the version anew. The index changes only if there is a changed row.
    ///
    /// A replacement that fails with `PostgreSQLError.outcomeUnknown` may be done. It is not repeated here, since it would
    /// conflict with itself.
    public func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges,
        starter: StarterChange
    ) async throws -> Bool {
        let (account, setting): (AccountIdentifier?, String) =
            if case .to(let account) = starter { (account, ", starter = $8") } else { (nil, "") }
        let change =
            switch (version, record) {
            case (nil, nil): "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM collaboration WHERE name = $1)"
            case (nil, .some):
                "INSERT INTO collaboration VALUES ($1, $3, $4, $7, $8) ON CONFLICT (name) DO NOTHING RETURNING 1"
            case (.some, nil): "DELETE FROM collaboration WHERE name = $1 AND version = $2 RETURNING 1"
            case (.some, .some):
                """
                UPDATE collaboration SET version = $3, record = $4, changed = $7\(setting)
                WHERE name = $1 AND version = $2 RETURNING 1
                """
            }
        let sql = """
            WITH changed AS (\(change)), added AS (
                INSERT INTO collaboration_account (account, name) SELECT unnest($5), $1 FROM changed ON CONFLICT DO NOTHING
            ), removed AS (
                DELETE FROM collaboration_account
                WHERE account = ANY($6) AND name = $1 AND EXISTS (SELECT 1 FROM changed)
            ) SELECT CAST(1 AS BIGINT) FROM changed
            """
        let query = PostgreSQLQuery(
            sql,
            .name(collaboration),
            .bytes(version.map { Data($0.rawRepresentation) }),
            .bytes(record.map { Data($0.version.rawRepresentation) }),
            .bytes(record.map { Data($0.bytes) }),
            .arrayOfBytes(accounts.added.map { Data($0.rawValue.utf8) }),
            .arrayOfBytes(accounts.removed.map { Data($0.rawValue.utf8) }),
            .integer(Int64(Date().timeIntervalSince1970)),
            .bytes(account.map { Data($0.rawValue.utf8) })
        )
        return try await !writes.run(query, order: Array(collaboration.rawValue.utf8)).isEmpty
    }

    /// Returns the collaborations that an account has access to, in the order of their bytes.
    public func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        // Every name comes after the empty one.
        let query = PostgreSQLQuery(
            "SELECT name FROM collaboration_account WHERE account = $1 AND name > $2 ORDER BY name LIMIT $3",
            .name(account),
            .name(last ?? ""),
            .integer(Int64(limit))
        )
        return try await reads.run(query).map { row in
            CollaborationIdentifier(String(decoding: try row[0].bytes(), as: UTF8.self))
        }
    }

    /// Returns what is known of records without reading them, in the order of the bytes of their names, from a name on.
    public func summaries(from first: CollaborationIdentifier, limit: Int) async throws -> [RecordSummary] {
        let sql = """
            SELECT name, CAST(octet_length(record) AS BIGINT), changed, starter FROM collaboration
            WHERE name >= $1 ORDER BY name LIMIT $2
            """
        return try await reads.run(PostgreSQLQuery(sql, .name(first), .integer(Int64(limit)))).map { row in
            let starter = row[3] == .bytes(nil) ? nil : try row[3].bytes()
            return RecordSummary(
                name: CollaborationIdentifier(String(decoding: try row[0].bytes(), as: UTF8.self)),
                byteCount: Int(try row[1].integer()),
                changed: Date(timeIntervalSince1970: Double(try row[2].integer())),
                starter: starter.map { AccountIdentifier(String(decoding: $0, as: UTF8.self)) }
            )
        }
    }

    /// The number of records in the share of an account, without reading their names.
    public func startedCount(of account: AccountIdentifier) async throws -> Int {
        try await count("collaboration WHERE starter = $1", account)
    }

    /// The number of collaborations that an account has access to, without reading their names.
    public func collaborationCount(of account: AccountIdentifier) async throws -> Int {
        try await count("collaboration_account WHERE account = $1", account)
    }

    private func count(_ rows: String, _ account: AccountIdentifier) async throws -> Int {
        let found = try await reads.run(PostgreSQLQuery("SELECT count(*) FROM \(rows)", .name(account)))
        return Int(try found.first?[0].integer() ?? 0)
    }

    /// Takes all records out of the share of an account, and its name with them.
    public func eraseStarter(_ account: AccountIdentifier) async throws {
        let sql = "UPDATE collaboration SET starter = '' WHERE starter = $1"
        _ = try await writes.run(PostgreSQLQuery(sql, .name(account)))
    }

    /// Returns the first account of the index after another one, in the order of their bytes; nil at the end.
    public func account(after last: AccountIdentifier?) async throws -> AccountIdentifier? {
        let sql = "SELECT account FROM collaboration_account WHERE account > $1 ORDER BY account LIMIT 1"
        return try await reads.run(PostgreSQLQuery(sql, .name(last ?? ""))).first.map { row in
            AccountIdentifier(String(decoding: try row[0].bytes(), as: UTF8.self))
        }
    }

    /// Throws if nothing can be written, and returns the time by PostgreSQL's clock in seconds.
    public func check() async throws -> ClosedRange<Date> {
        let sql = """
            UPDATE collaboration_store SET checked = CAST(floor(extract(epoch FROM clock_timestamp())) AS BIGINT)
            RETURNING checked
            """
        let rows = try await writes.run(PostgreSQLQuery(sql))
        guard let row = rows.first else { throw PostgreSQLError.unexpectedValue("the store has no row") }
        let time = Date(timeIntervalSince1970: Double(try row[0].integer()))
        return time...time + 1
    }

    /// Refuses all statements that wait and all later ones, waits until the open ones have ended, and closes the connections.
    public func close() async {
        reads.close()
        writes.close()
        for connection in connections { await connection.close() }
    }
}

extension PostgreSQLValue {
    fileprivate static func name(_ identifier: some StringIdentifier) -> PostgreSQLValue {
        .bytes(Data(identifier.rawValue.utf8))
    }
}
