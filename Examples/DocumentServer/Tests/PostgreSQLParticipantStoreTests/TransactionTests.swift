import Foundation
import Testing

@testable import PostgreSQLParticipantStore

@Suite("Transactions in PostgreSQL", .needsPostgreSQL, .schemaOfItsOwn, .timeLimit(.minutes(30)))
struct TransactionTests {
    private struct Refusal: Error {}

    let database: PostgreSQLDatabase

    init() async throws {
        database = try await TestDatabase.openWithNumber()
    }

    @Test("Transactions that conflict are repeated, so that none is lost")
    func conflicts() async throws {
        let attempts = Counter()
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { [database] in
                    try await database.transaction { connection in
                        attempts.increment()
                        let number = try connection.run("SELECT value FROM number").integers[0]
                        let statement: PostgreSQLStatement = "UPDATE number SET value = :value"
                        _ = try connection.run(PostgreSQLQuery(statement, ["value": .integer(number + 1)]))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.number == 20)
        #expect(attempts.count > 20)
    }

    @Test("Of two transactions that each read what the other one writes, the second sees the first")
    func writeSkew() async throws {
        try await database.transaction { try $0.run(script: "INSERT INTO number VALUES (0)") }
        for _ in 0..<20 {
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask { [database] in
                        try await database.transaction { connection in
                            let rows = try connection.run("SELECT value FROM number WHERE value = 7").rows
                            if rows.isEmpty { _ = try connection.run("INSERT INTO number VALUES (7)") }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let rows = try await database.read("SELECT value FROM number WHERE value = 7")[0].rows
            #expect(rows.count == 1)
            try await database.transaction { try $0.run(script: "DELETE FROM number WHERE value = 7") }
        }
    }

    @Test(
        "A transaction that always conflicts fails after a limited number of attempts",
        arguments: ["40001", "40P01"]
    )
    func permanentConflict(sqlState: String) async throws {
        let attempts = Counter()
        let error = await #expect(throws: PostgreSQLError.self) {
            try await database.transaction { connection in
                attempts.increment()
                try connection.run(
                    script: "DO $$ BEGIN RAISE SQLSTATE '\(sqlState)' USING MESSAGE = 'so'; END $$"
                )
            }
        }
        #expect(error == .statementFailed(sqlState: sqlState, message: "so"))
        #expect(error?.isTemporary == true)
        #expect(attempts.count == 1 + PostgreSQLDatabase.conflictLimit)
    }

    @Test("A transaction that has conflicted several times is committed, since then no other one may write")
    func alone() async throws {
        let others = try await PostgreSQLDatabase(
            TestDatabase.connectionString + "%20-clock_timeout%3D100",
            connectionCount: 1,
            timeLimits: TestDatabase.longLimits
        )
        let attempts = Counter()
        let found = try await database.transaction { connection in
            attempts.increment()
            let number = try connection.run("SELECT value FROM number").integers[0]
            // Another transaction changes what this one has read, if it may.
            let end = DispatchSemaphore(value: 0)
            Task {
                _ = try? await others.transaction { _ = try $0.run("UPDATE number SET value = value + 1") }
                end.signal()
            }
            end.wait()
            _ = try connection.run("UPDATE number SET value = value + 100")
            return number
        }
        #expect(attempts.count == PostgreSQLDatabase.conflictsBesideOthers + 1)
        #expect(found == PostgreSQLDatabase.conflictsBesideOthers)
        #expect(try await database.number == found + 100)
    }

    @Test("Statements that only read, and have conflicted several times, run while no transaction may write")
    func readingAlone() async throws {
        try await database.transaction { connection in
            try connection.run(
                script: """
                    CREATE FUNCTION conflict() RETURNS BIGINT LANGUAGE plpgsql AS $$ BEGIN
                        PERFORM 1 FROM pg_locks WHERE pid = pg_backend_pid() AND mode = 'ExclusiveLock'
                            AND relation = CAST('schema_version' AS regclass);
                        IF FOUND THEN RETURN 7; END IF;
                        RAISE SQLSTATE '40001';
                    END $$
                    """
            )
        }
        #expect(
            try await database.read("SELECT conflict()", "SELECT 8").map { try $0.integers } == [[7], [8]]
        )
    }

    @Test("An error that the closure throws undoes its transaction, which is not repeated")
    func refusal() async throws {
        let attempts = Counter()
        await #expect(throws: Refusal.self) {
            try await database.transaction { connection in
                attempts.increment()
                _ = try connection.run("UPDATE number SET value = 1")
                throw Refusal()
            }
        }
        #expect(attempts.count == 1)
        #expect(try await database.number == 0)
    }

    @Test("A transaction whose closure hides an error of PostgreSQL commits nothing and throws the error")
    func hiddenError() async throws {
        for hides in [true, false] {
            let error = await #expect(throws: PostgreSQLError.self) {
                try await database.transaction { connection in
                    _ = try connection.run("UPDATE number SET value = 1")
                    do { _ = try connection.run("SELECT 1 / 0") } catch {}
                    if !hides { throw Refusal() }
                }
            }
            #expect(error == .statementFailed(sqlState: "22012", message: "division by zero"))
        }
        #expect(try await database.number == 0)
    }

    @Test("Statements that were sent together with one that fails are not run")
    func failureAmongMany() async throws {
        for _ in 0..<3 {
            await #expect(throws: PostgreSQLError.self) {
                try await database.transaction { connection in
                    _ = try connection.run([
                        "UPDATE number SET value = 1", "SELECT 1 / 0",
                        "SELECT value FROM number WHERE value > 2",
                    ])
                }
            }
            #expect(try await database.read("SELECT 1", "SELECT 2").map { try $0.integers } == [[1], [2]])
        }
        #expect(try await database.number == 0)
    }

    @Test("Statements that are sent together return their rows in order, also when one is sent twice")
    func several() async throws {
        let statement: PostgreSQLStatement = "SELECT :number + value FROM number"
        let results = try await database.transaction { connection in
            try connection.run([
                PostgreSQLQuery(statement, ["number": .integer(1)]), "UPDATE number SET value = 10",
                PostgreSQLQuery(statement, ["number": .integer(1)]), "DELETE FROM number",
                PostgreSQLQuery(statement, ["number": .integer(1)]),
            ])
        }
        #expect(try results.map { try $0.integers } == [[1], [], [11], [], []])
        #expect(results.map(\.rowCount) == [1, 1, 1, 1, 0])
    }

    @Test("Every value comes back from PostgreSQL as it was sent")
    func values() async throws {
        let statement: PostgreSQLStatement = """
            SELECT :bytes, :none, :number, :truth, unnest(:array)
            """
        for number in [0, -1, .min, .max, 1 << 32] as [Int64] {
            let values: [String: PostgreSQLValue] = [
                "bytes": .utf8("\0\u{FF}'\\"), "none": .null, "number": .integer(number),
                "truth": .boolean(number < 0),
                "array": .arrayOfBytes([.init("a\0".utf8), .init()]),
            ]
            // The type of NULL is inferred, and here there is nothing to infer it from.
            let typed = PostgreSQLStatement(
                stringLiteral: statement.text.replacing(":none", with: "CAST(:none AS BYTEA)")
            )
            let rows = try await database.read(PostgreSQLQuery(typed, values))[0].rows
            #expect(
                rows.map { Array($0.values.dropLast()) }
                    == Array(
                        repeating: [
                            .utf8("\0\u{FF}'\\"), .null, .integer(number), .boolean(number < 0),
                        ],
                        count: 2
                    )
            )
            #expect(rows.map(\.values[4]) == [.utf8("a\0"), .utf8("")])
        }
        #expect(
            try await database.read("SELECT CAST(-2 AS SMALLINT), -3")[0].rows[0].values == [
                .integer(-2), .integer(-3),
            ]
        )
        await #expect(throws: PostgreSQLError.self) { try await database.read("SELECT now()") }
        #expect(try await database.number == 0)
    }

    @Test("A statement that writes is refused in a transaction that may only read")
    func writingReader() async throws {
        let error = await #expect(throws: PostgreSQLError.self) {
            try await database.read("UPDATE number SET value = 1 RETURNING value")
        }
        #expect(error?.description.contains("25006") == true)
        #expect(try await database.number == 0)
    }

    @Test("A read that fails keeps its connection to PostgreSQL")
    func failingRead() async throws {
        let database = try await TestDatabase.open(connectionCount: 1)
        let process = try await database.read("SELECT pg_backend_pid()")[0].integers
        await #expect(throws: PostgreSQLError.self) { try await database.read("SELECT missing") }
        #expect(try await database.read("SELECT pg_backend_pid()")[0].integers == process)
    }

    @Test("A warning of PostgreSQL is not written to the standard error output")
    func warning() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [string = TestDatabase.connectionString as String] in
            let database = try await PostgreSQLDatabase(string, connectionCount: 1)
            try await database.transaction { connection in
                try connection.run(script: "DO $$ BEGIN RAISE WARNING 'seen'; END $$")
            }
        }
        let output = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(output?.contains("seen") == false)
    }

    @Test("A PostgreSQL database has at least one connection")
    func oneConnection() async throws {
        #expect(try await TestDatabase.open(connectionCount: 0).read("SELECT 1")[0].integers == [1])
    }

    @Test(
        "A failure of PostgreSQL is temporary if the same call may succeed later",
        arguments: [
            (.cannotConnect(reason: ""), true), (.connectionLost(reason: ""), true),
            (.outcomeUnknown(reason: ""), true), (.noConnectionAvailable, true), (.closed, true),
            (.statementFailed(sqlState: "25006", message: ""), true),
            (.statementFailed(sqlState: "55P03", message: ""), true),
            (.statementFailed(sqlState: "40001", message: ""), true),
            (.statementFailed(sqlState: "53100", message: ""), true),
            (.statementFailed(sqlState: "55000", message: ""), false),
            (.statementFailed(sqlState: "23505", message: ""), false),
            (.malformedConnectionString, false), (.unexpectedValue(""), false),
            (.newerSchema(name: "", version: 2), false),
        ] as [(PostgreSQLError, Bool)]
    )
    func temporaryFailures(error: PostgreSQLError, isTemporary: Bool) {
        #expect(error.isTemporary == isTemporary)
    }

    @Test("A transaction without a statement returns the closure's value")
    func emptyTransaction() async throws {
        #expect(try await database.transaction { _ in 7 } == 7)
        #expect(try await database.number == 0)
    }

    @Test("Transactions that wait for PostgreSQL block no thread of the tasks")
    func threads() async throws {
        // As many wait as there are connections, which is more than there are threads for tasks.
        let database = try await TestDatabase.open(connectionCount: 24)
        let lock = "SELECT pg_advisory_xact_lock(\(waitingKey))"
        let waiting = try await self.database.whileOpen(lock) {
            let waiting = Task {
                try await withThrowingTaskGroup { group in
                    for _ in 0..<24 {
                        group.addTask { try await database.transaction { try $0.run(script: lock) } }
                    }
                    try await group.waitForAll()
                }
            }
            // This runs on the threads of the tasks. The lock is given up when all wait for it.
            try await self.database.waitForWaiting(24)
            return waiting
        }
        try await waiting.value
    }
}
