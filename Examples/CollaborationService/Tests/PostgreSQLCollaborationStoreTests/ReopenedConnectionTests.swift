import Foundation
import Testing

@testable import PostgreSQLCollaborationStore

@Suite("Connections to PostgreSQL", .needsPostgreSQL, .schemaOfItsOwn, .timeLimit(.minutes(30)))
struct ReopenedConnectionTests {
    @Test("Every value comes back from PostgreSQL as it was sent, and another type is an error")
    func values() async throws {
        let connection = try TestDatabase.connection()
        let numbers: [PostgreSQLValue] = [.integer(.min), .integer(.max)]
        let bytes: [PostgreSQLValue] = [.bytes(Data()), .bytes(Data([0, 1, 255])), .bytes(nil)]
        for (sql, values) in [("SELECT $1 AS number", numbers), ("SELECT $1 AS bytes", bytes)] {
            for value in values { #expect(try await connection.read([PostgreSQLQuery(sql, value)]) == [[[value]]]) }
        }
        for elements in [[], [Data()], [Data([0]), Data([1, 2])]] {
            let query = PostgreSQLQuery("SELECT unnest($1) AS a ORDER BY a", .arrayOfBytes(elements))
            #expect(try await connection.read([query]) == [elements.map { [.bytes($0)] }])
        }
        await #expect(throws: PostgreSQLError.unexpectedValue("a column is of type 1184")) {
            try await connection.numbers("SELECT now()")
        }
        #expect(try await connection.numbers("SELECT CAST(7 AS BIGINT)") == [7])
    }

    @Test("A connection that PostgreSQL has closed is opened again, for reads and for changes")
    func endedConnection() async throws {
        let (connection, other) = (try TestDatabase.connection(), try TestDatabase.connection())
        try await connection.run(script: "CREATE TABLE number (value BIGINT)")
        for _ in 0..<3 {
            try await other.terminateOthers()
            _ = try await connection.write([PostgreSQLQuery("INSERT INTO number VALUES (1)")])
            try await other.terminateOthers()
            _ = try await connection.numbers("SELECT value FROM number")
        }
        #expect(try await connection.numbers("SELECT count(*) FROM number") == [3])
    }

    @Test("A read whose connection is lost is sent again once, and a change is not")
    func lossInStatement() async throws {
        let connection = try TestDatabase.connection()
        try await connection.run(
            script: """
                CREATE SEQUENCE loss;
                CREATE FUNCTION lose(count BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('loss') <= count THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                    RETURN 7;
                END $$
                """
        )
        let reason = "terminating connection due to administrator command"
        #expect(try await connection.numbers("SELECT lose(1)") == [7])
        await #expect(throws: PostgreSQLError.connectionLost(reason: reason)) {
            try await connection.numbers("SELECT lose(4)")
        }
        await #expect(throws: PostgreSQLError.outcomeUnknown(reason: reason)) {
            try await connection.write([PostgreSQLQuery("SELECT lose(5)")])
        }
        #expect(try await connection.write([PostgreSQLQuery("SELECT lose(5)")]) == [[[.integer(7)]]])
    }

    @Test("A statement that fails undoes those that were sent with it, and keeps its connection")
    func failure() async throws {
        let connection = try TestDatabase.connection()
        let table = "CREATE TABLE once (value BIGINT UNIQUE DEFERRABLE INITIALLY DEFERRED)"
        try await connection.run(script: table)
        let process = try await connection.numbers("SELECT CAST(pg_backend_pid() AS BIGINT)")
        let insert = PostgreSQLQuery("INSERT INTO once VALUES (1)")
        for queries in [[insert, PostgreSQLQuery("SELECT missing")], [insert, insert]] {
            await #expect(throws: PostgreSQLError.self) { try await connection.write(queries) }
        }
        await #expect(throws: PostgreSQLError.self) { try await connection.run(script: "BEGIN; \(table)") }
        #expect(try await connection.numbers("SELECT count(*) FROM once") == [0])
        #expect(try await connection.numbers("SELECT CAST(pg_backend_pid() AS BIGINT)") == process)
    }

    @Test("A statement that takes too long is canceled by PostgreSQL, and its connection stays open")
    func slowStatement() async throws {
        var limits = TestDatabase.longLimits
        limits.statement = .seconds(5)
        let connection = try TestDatabase.connection(limits)
        let process = try await connection.numbers("SELECT CAST(pg_backend_pid() AS BIGINT)")
        let message = "canceling statement due to statement timeout"
        await #expect(throws: PostgreSQLError.statementFailed(sqlState: "57014", message: message)) {
            try await connection.numbers("SELECT count(*) FROM pg_sleep(600)")
        }
        #expect(try await connection.numbers("SELECT CAST(pg_backend_pid() AS BIGINT)") == process)
    }

    @Test("A connection to a PostgreSQL that does not answer is closed and opened again")
    func silentServer() async throws {
        var limits = TestDatabase.longLimits
        limits.answer = .seconds(5)
        let connection = try TestDatabase.connection(limits)
        await #expect(throws: PostgreSQLError.outcomeUnknown(reason: "it did not answer in time")) {
            try await connection.write([PostgreSQLQuery("SELECT count(*) FROM pg_sleep(60)")])
        }
        #expect(try await connection.numbers("SELECT CAST(7 AS BIGINT)") == [7])
    }

    @Test("A connection that was closed for good is not opened again")
    func closedConnection() async throws {
        let connection = try TestDatabase.connection()
        try await connection.run()
        await connection.close()
        await #expect(throws: PostgreSQLError.closed) { try await connection.run() }
        await #expect(throws: PostgreSQLError.closed) { try await connection.numbers("SELECT 1") }
    }

    @Test("A commit waits for the disk, whatever is set for the database, and for other machines if that is set")
    func commits() async throws {
        for (setting, expected) in [("off", "on"), ("on", "on"), ("remote_apply", "remote_apply")] {
            let string = "\(TestDatabase.connectionString)%20-csynchronous_commit%3D\(setting)"
            try await TestDatabase.$connectionString.withValue(string) {
                let sql = "SELECT count(*) WHERE current_setting('synchronous_commit') = '\(expected)'"
                let connection = try TestDatabase.connection()
                #expect(try await connection.numbers(sql) == [1])
            }
        }
    }

    @Test("A warning of PostgreSQL is not written to the standard error output")
    func warning() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [string = TestDatabase.connectionString as String] in
            let connection = ReopenedConnection(try ConnectionString(string), limits: TestDatabase.longLimits)
            try await connection.run(script: "DO $$ BEGIN RAISE WARNING 'seen'; END $$")
        }
        let output = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(output?.contains("seen") == false)
    }
}
