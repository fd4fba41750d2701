import Foundation
import Synchronization
import Testing

@testable import PostgreSQLParticipantStore

/// A schema of the database that `DATABASE_URL` names, for one test.
enum TestDatabase {
    static let url = ProcessInfo.processInfo.environment["DATABASE_URL"]

    /// So long that nobody runs into them on a busy machine.
    static let longLimits = PostgreSQLTimeLimits(
        connecting: .seconds(600),
        statement: .seconds(600),
        answer: .seconds(800),
        idleTransaction: .seconds(600),
        waiting: .seconds(600)
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
        try await database.makeTables("number", version: 1, script: script)
        return database
    }

    /// Opens a store with connections of its own.
    static func store(connectionCount: Int = 4) async throws -> PostgreSQLParticipantStore {
        try await PostgreSQLParticipantStore(open(connectionCount: connectionCount))
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
        try await administration.transaction("BEGIN") { try $0.run(script: "CREATE SCHEMA \(schema)") }
        let string = TestDatabase.connectionString(url, schema: schema)
        let result: Result<Void, any Error>
        do {
            result = .success(try await TestDatabase.$connectionString.withValue(string, operation: function))
        } catch {
            result = .failure(error)
        }
        try await administration.transaction("BEGIN") {
            try $0.run(script: "DROP SCHEMA \(schema) CASCADE")
        }
        await administration.close()
        try result.get()
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests if no database is named.
    static var needsPostgreSQL: Self {
        .enabled(if: TestDatabase.url != nil, "DATABASE_URL does not name a database of PostgreSQL")
    }
}

extension Trait where Self == SchemaOfItsOwn {
    static var schemaOfItsOwn: Self { SchemaOfItsOwn() }
}

extension PostgreSQLDatabase {
    /// The number in the table of ``TestDatabase/openWithNumber(connectionCount:timeLimits:)``.
    var number: Int64 {
        get async throws { try await read("SELECT value FROM number")[0].rows[0].integer(0) }
    }

    /// Ends the server's side of every connection of the current schema but the one that asks.
    func terminateOthers() async throws {
        try await transaction { connection in
            try connection.run(
                script: """
                    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                    WHERE pid <> pg_backend_pid() AND application_name = current_setting('application_name')
                    """
            )
        }
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
    /// Runs a body while a transaction that has run a script is open.
    func whileOpen<Value>(
        _ script: String,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let (start, started) = AsyncStream<Never>.makeStream()
        let end = DispatchSemaphore(value: 0)
        let transaction = Task {
            try await self.transaction { connection in
                try connection.run(script: script)
                started.finish()
                end.wait()
            }
        }
        for await _ in start {}
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        end.signal()
        try await transaction.value
        return try result.get()
    }
}

/// What transactions wait for.
let waitingKey = "hashtext(current_schema())"

extension PostgreSQLDatabase {
    /// Makes each transaction that inserts into a table wait after the insertion, while another one has the lock.
    func waitAfterInsertion(into table: String) async throws {
        try await transaction { connection in
            try connection.run(
                script: """
                    CREATE FUNCTION pause() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                        PERFORM pg_advisory_xact_lock_shared(\(waitingKey));
                        RETURN NULL;
                    END $$;
                    CREATE TRIGGER pause AFTER INSERT ON \(table) FOR EACH ROW EXECUTE FUNCTION pause();
                    """
            )
        }
    }

    /// Waits until so many transactions of the current schema wait for the lock.
    func waitForWaiting(_ count: Int64 = 1) async throws {
        let query: PostgreSQLQuery = """
            SELECT count(*) FROM pg_stat_activity
            WHERE wait_event = 'advisory' AND application_name = current_setting('application_name')
            """
        while try await read(query)[0].integers != [count] {}
    }
}

/// Counts the attempts of a transaction.
final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    @discardableResult
    func increment() -> Int { value.add(1, ordering: .relaxed).newValue }
}
