import Testing

@testable import PostgreSQLCollaborationStore

@Suite("Lost connections to PostgreSQL", .needsPostgreSQL, .schemaOfItsOwn, .timeLimit(.minutes(30)))
struct ConnectionLossTests {
    @Test("Connections that PostgreSQL has closed are opened again")
    func endedConnections() async throws {
        let database = try await TestDatabase.openWithNumber()
        let other = try await TestDatabase.open(connectionCount: 1)
        for _ in 0..<3 {
            try await other.terminateOthers()
            let numbers = try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await database.number } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(numbers == Array(repeating: 0, count: 8))
        }
    }

    @Test("A read whose connection is lost is sent again once, and a change is not")
    func lossInStatement() async throws {
        let database = try await TestDatabase.openWithNumber(connectionCount: 1)
        try await database.run(
            script: """
                CREATE SEQUENCE loss;
                CREATE FUNCTION lose(count BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('loss') <= count THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                    RETURN 7;
                END $$
                """
        )
        let reason = "terminating connection due to administrator command"
        #expect(try await database.read("SELECT lose(1)").integers == [7])
        await #expect(throws: PostgreSQLError.connectionLost(reason: reason)) {
            try await database.read("SELECT lose(4)")
        }
        await #expect(throws: PostgreSQLError.outcomeUnknown(reason: reason)) {
            try await database.write("UPDATE number SET value = lose(5)")
        }
        #expect(try await database.number == 0)
        #expect(try await database.write("UPDATE number SET value = lose(5) RETURNING value").integers == [7])
    }

    @Test("A change is made by a connection that is opened in place of one that PostgreSQL has closed")
    func changeAfterLoss() async throws {
        let database = try await TestDatabase.openWithNumber(connectionCount: 1)
        let other = try await TestDatabase.open(connectionCount: 1)
        try await other.terminateOthers()
        _ = try await database.write("UPDATE number SET value = 1")
        #expect(try await database.number == 1)
    }

    @Test("A statement that takes too long is canceled by PostgreSQL, and its connection stays open")
    func slowStatement() async throws {
        let limits = PostgreSQLTimeLimits(statement: .seconds(5))
        let database = try await TestDatabase.openWithNumber(connectionCount: 1, timeLimits: limits)
        let process = try await database.read("SELECT pg_backend_pid()").integers
        let error = await #expect(throws: PostgreSQLError.self) {
            try await database.read("SELECT 1 FROM pg_sleep(60)")
        }
        let message = "canceling statement due to statement timeout"
        #expect(error == .statementFailed(sqlState: "57014", message: message))
        #expect(error?.isTemporary == true)
        #expect(try await database.read("SELECT pg_backend_pid()").integers == process)
    }

    @Test("A connection to a PostgreSQL that does not answer is closed and opened again")
    func silentServer() async throws {
        let limits = PostgreSQLTimeLimits(statement: .seconds(20), answer: .seconds(5))
        let database = try await TestDatabase.openWithNumber(connectionCount: 1, timeLimits: limits)
        await #expect(throws: PostgreSQLError.outcomeUnknown(reason: "it did not answer in time")) {
            try await database.write("SELECT 1 FROM pg_sleep(8)")
        }
        #expect(try await database.number == 0)
    }

    @Test("A standby is never connected to, and of several hosts the other one is", .needsStandby)
    func standby() async throws {
        let url = try #require(TestDatabase.standbyURL)
        let database = try await PostgreSQLDatabase(
            url,
            connectionCount: 1,
            timeLimits: TestDatabase.longLimits
        )
        #expect(try await database.read("SELECT count(*) WHERE NOT pg_is_in_recovery()").integers == [1])
        let error = await #expect(throws: PostgreSQLError.self) {
            try await PostgreSQLDatabase(url.replacing(",5432", with: ""), connectionCount: 1)
        }
        #expect(error?.description.contains("server is in hot standby mode") == true)
    }

    @Test("A connection that was closed for good is not opened again")
    func closedConnection() async throws {
        let string = try ConnectionString(TestDatabase.connectionString)
        let connection = ReopenedConnection(string, limits: TestDatabase.longLimits)
        try await connection.open()
        await connection.close()
        await #expect(throws: PostgreSQLError.closed) { try await connection.open() }
        await #expect(throws: PostgreSQLError.closed) { try await connection.write(["SELECT 1"]) }
    }

    @Test("Closing a PostgreSQL database waits for open statements, and refuses later ones")
    func closing() async throws {
        let database = try await TestDatabase.openWithNumber(connectionCount: 2)
        let other = try await TestDatabase.open(connectionCount: 1)
        let (writing, closing) = try await other.whileOpen("UPDATE number SET value = 1") {
            let writing = Task { try await database.write("UPDATE number SET value = value + 1") }
            try await other.waitForWaiting(on: "transactionid")
            let closing = Task { await database.close() }
            // It refuses others as soon as it waits.
            while (try? await database.number) != nil {}
            await #expect(throws: PostgreSQLError.closed) { try await database.number }
            return (writing, closing)
        }
        await closing.value
        _ = try await writing.value
        #expect(try await other.number == 2)
        // PostgreSQL's own processes end a moment later.
        while try await other.otherConnectionCount() > 0 {}
    }
}

extension PostgreSQLDatabase {
    /// The number of other connections of the current schema.
    fileprivate func otherConnectionCount() async throws -> Int64 {
        let query: PostgreSQLQuery = """
            SELECT count(*) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND application_name = current_setting('application_name')
            """
        return try await read(query).integers[0]
    }
}
