import Foundation
import Synchronization
import Testing

@testable import PostgreSQLCollaborationStore

/// A schema of the database that `DATABASE_URL` names, for one test.
enum TestDatabase {
    static let url = ProcessInfo.processInfo.environment["DATABASE_URL"]

    /// The ports 5433, a standby, and 5432, its primary.
    static let standbyURL = ProcessInfo.processInfo.environment["STANDBY_URL"]

    /// So long that nobody runs into them on a busy machine.
    static let longLimits = PostgreSQLTimeLimits(
        connecting: .seconds(600),
        statement: .seconds(600),
        answer: .seconds(800),
        waiting: .seconds(800)
    )

    /// The connection string of the current test's schema.
    @TaskLocal static var connectionString = ""

    /// Opens connections to the current test's schema.
    static func open(
        connectionCount: Int = 4,
        timeLimits: PostgreSQLTimeLimits = longLimits
    ) async throws -> PostgreSQLDatabase {
        try await PostgreSQLDatabase(
            connectionString,
            connectionCount: connectionCount,
            timeLimits: timeLimits
        )
    }

    /// Opens connections and makes a table with one number.
    static func openWithNumber(
        connectionCount: Int = 4,
        timeLimits: PostgreSQLTimeLimits = longLimits
    ) async throws -> PostgreSQLDatabase {
        let database = try await open(connectionCount: connectionCount, timeLimits: timeLimits)
        let script = "CREATE TABLE number (value BIGINT); INSERT INTO number VALUES (0)"
        try await database.makeTables("number", script: script)
        return database
    }

    /// Opens a store with connections of its own.
    static func store(connectionCount: Int = 4) async throws -> PostgreSQLCollaborationStore {
        try await PostgreSQLCollaborationStore(open(connectionCount: connectionCount))
    }

    /// Returns a connection string for a schema, whose name is also that of the application.
    static func connectionString(_ url: String, schema: String) -> String {
        guard url.hasPrefix("postgres") else {
            return "\(url) application_name=\(schema) options=-csearch_path=\(schema)"
        }
        return
            "\(url)\(url.contains("?") ? "&" : "?")application_name=\(schema)&options=-csearch_path%3D\(schema)"
    }
}

/// Gives each test a schema of its own.
struct SchemaOfItsOwn: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let url = try #require(TestDatabase.url)
        let administration = try await PostgreSQLDatabase(
            url,
            connectionCount: 1,
            timeLimits: TestDatabase.longLimits
        )
        let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
        try await administration.run(script: "CREATE SCHEMA \(schema)")
        let string = TestDatabase.connectionString(url, schema: schema)
        let result: Result<Void, any Error>
        do {
            result = .success(try await TestDatabase.$connectionString.withValue(string, operation: function))
        } catch {
            result = .failure(error)
        }
        try await administration.run(script: "DROP SCHEMA \(schema) CASCADE")
        await administration.close()
        try result.get()
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests if no database is named.
    static var needsPostgreSQL: Self {
        .enabled(if: TestDatabase.url != nil, "DATABASE_URL does not name a database of PostgreSQL")
    }

    /// Skips tests if no standby is named.
    static var needsStandby: Self {
        .enabled(if: TestDatabase.standbyURL != nil, "STANDBY_URL does not name a standby of PostgreSQL")
    }
}

extension Trait where Self == SchemaOfItsOwn {
    static var schemaOfItsOwn: Self { SchemaOfItsOwn() }
}

extension PostgreSQLDatabase {
    /// The number in the table of ``TestDatabase/openWithNumber(connectionCount:timeLimits:)``.
    var number: Int64 {
        get async throws { try await read("SELECT value FROM number").rows[0].integer(0) }
    }

    /// Ends the server's side of every connection of the current schema but the one that asks.
    func terminateOthers() async throws {
        try await run(
            script: """
                DO $$ BEGIN
                    PERFORM pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                    WHERE pid <> pg_backend_pid() AND application_name = current_setting('application_name');
                END $$
                """
        )
    }
}

extension PostgreSQLQuery: ExpressibleByStringLiteral {
    /// Makes a query without parameters.
    public init(stringLiteral text: String) {
        self.init(PostgreSQLStatement(stringLiteral: text))
    }
}

extension PostgreSQLResult {
    /// The numbers of the first column.
    var integers: [Int64] {
        get throws { try rows.map { try $0.integer(0) } }
    }
}

extension PostgreSQLDatabase {
    /// Runs a body while a transaction that has run a script is open, and commits it.
    func whileOpen<Value>(_ script: String, _ body: () async throws -> Value) async throws -> Value {
        let transaction = try OpenTransaction(script)
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        try await transaction.commit()
        return try result.get()
    }

    /// Waits until so many statements of the current schema wait for a lock.
    func waitForWaiting(_ count: Int64 = 1, on event: String) async throws {
        let query = PostgreSQLQuery(
            PostgreSQLStatement(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE wait_event = '\(event)' AND application_name = current_setting('application_name')
                """
            )
        )
        while try await read(query).integers != [count] {}
    }

    /// Makes the server end the connection of the next transaction that writes to a table, when it commits.
    func endConnectionAtNextCommit(on table: String) async throws {
        try await run(
            script: """
                CREATE SEQUENCE loss;
                CREATE FUNCTION lose() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('loss') <= 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                    RETURN NULL;
                END $$;
                CREATE CONSTRAINT TRIGGER lose AFTER INSERT OR UPDATE ON \(table) DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION lose();
                """
        )
    }
}

/// A connection for a transaction that a test leaves open.
actor OpenTransaction {
    private let connection: PostgreSQLConnection

    init(_ script: String) throws {
        connection = try PostgreSQLConnection.open(
            ConnectionString(TestDatabase.connectionString),
            limits: TestDatabase.longLimits
        )
        try connection.run(script: "BEGIN; " + script)
    }

    func commit() throws { try connection.run(script: "COMMIT") }
}
