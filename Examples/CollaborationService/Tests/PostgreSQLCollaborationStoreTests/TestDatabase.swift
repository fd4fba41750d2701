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

    /// A connection to the current test's schema, which is opened when it is needed.
    static func connection(_ limits: PostgreSQLTimeLimits = longLimits) throws -> ReopenedConnection {
        ReopenedConnection(try ConnectionString(connectionString), limits: limits)
    }

    /// Opens a store with connections of its own.
    static func store(connectionCount: Int = 4) async throws -> PostgreSQLCollaborationStore {
        try await PostgreSQLCollaborationStore(
            connectionString,
            connectionCount: connectionCount,
            timeLimits: longLimits
        )
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
        let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
        let options = "application_name=\(schema)&options=-csearch_path%3D\(schema)"
        let string = "\(url)\(url.contains("?") ? "&" : "?")\(options)"
        try await TestDatabase.$connectionString.withValue(url) {
            let administration = try TestDatabase.connection()
            try await administration.run(script: "CREATE SCHEMA \(schema)")
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

extension ReopenedConnection {
    /// Runs a statement that only reads, and returns the numbers of its first column.
    func numbers(_ sql: String) throws -> [Int64] { try read([PostgreSQLQuery(sql)])[0].map { try $0[0].integer() } }

    /// Ends the server's side of every connection of the current schema but the one that asks.
    func terminateOthers() throws {
        try run(
            script: """
                DO $$ BEGIN
                    PERFORM pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                    WHERE pid <> pg_backend_pid() AND application_name = current_setting('application_name');
                END $$
                """
        )
    }

    /// Waits until a statement of the current schema waits for a lock.
    func waitForWaiting() throws {
        let sql = """
            SELECT count(*) FROM pg_stat_activity
            WHERE wait_event = 'transactionid' AND application_name = current_setting('application_name')
            """
        while try numbers(sql) != [1] {}
    }
}
