import Foundation
import Testing

@testable import PostgreSQLCollaborationStore

@Suite("Statements in PostgreSQL", .needsPostgreSQL, .schemaOfItsOwn, .timeLimit(.minutes(30)))
struct StatementTests {
    let database: PostgreSQLDatabase

    init() async throws {
        database = try await TestDatabase.openWithNumber()
    }

    @Test("Every value comes back from PostgreSQL as it was sent")
    func values() async throws {
        let statement: PostgreSQLStatement = """
            SELECT :bytes, :none, :number, unnest(:array)
            """
        for number in [0, -1, .min, .max, 1 << 32] as [Int64] {
            let values: [String: PostgreSQLValue] = [
                "bytes": .bytes(Data("\0\u{FF}'\\".utf8)), "none": .null, "number": .integer(number),
                "array": .arrayOfBytes([.init("a\0".utf8), .init()]),
            ]
            // The type of NULL is inferred, and here there is nothing to infer it from.
            let typed = PostgreSQLStatement(
                statement.text.replacing(":none", with: "CAST(:none AS BYTEA)")
            )
            let rows = try await database.read(PostgreSQLQuery(typed, values)).rows
            #expect(
                rows.map { Array($0.values.dropLast()) }
                    == Array(
                        repeating: [
                            .bytes(Data("\0\u{FF}'\\".utf8)), .null, .integer(number),
                        ],
                        count: 2
                    )
            )
            #expect(rows.map(\.values[3]) == [.bytes(Data("a\0".utf8)), .bytes(Data())])
        }
        #expect(try await database.read("SELECT -3").rows[0].values == [.integer(-3)])
        await #expect(throws: PostgreSQLError.self) { try await database.read("SELECT now()") }
        #expect(try await database.number == 0)
    }

    @Test("A read that fails keeps its connection to PostgreSQL")
    func failingRead() async throws {
        let database = try await TestDatabase.open(connectionCount: 1)
        let process = try await database.read("SELECT pg_backend_pid()").integers
        await #expect(throws: PostgreSQLError.self) { try await database.read("SELECT missing") }
        #expect(try await database.read("SELECT pg_backend_pid()").integers == process)
    }

    @Test("A change that PostgreSQL refuses at the commit is not made, and keeps its connection")
    func failingCommit() async throws {
        let database = try await TestDatabase.open(connectionCount: 1)
        try await database.run(
            script: """
                CREATE TABLE once (value BIGINT UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO once VALUES (1)
                """
        )
        let process = try await database.read("SELECT pg_backend_pid()").integers
        let error = await #expect(throws: PostgreSQLError.self) {
            try await database.write("INSERT INTO once VALUES (1)")
        }
        guard case .statementFailed("23505", _) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(try await database.read("SELECT value FROM once").integers == [1])
        #expect(try await database.read("SELECT pg_backend_pid()").integers == process)
    }

    @Test(
        "A commit waits for the disk, whatever is set for the database, and for other machines if that is set"
    )
    func commits() async throws {
        for (setting, expected) in [("off", "on"), ("on", "on"), ("remote_apply", "remote_apply")] {
            let option = "%20-csynchronous_commit%3D\(setting)"
            let database = try await PostgreSQLDatabase(
                TestDatabase.connectionString + option,
                connectionCount: 1,
                timeLimits: TestDatabase.longLimits
            )
            let query =
                "SELECT CAST(count(*) AS BIGINT) WHERE current_setting('synchronous_commit') = '\(expected)'"
            #expect(try await database.read(PostgreSQLQuery(PostgreSQLStatement(query))).integers == [1])
        }
    }

    @Test("With an odd number of connections a read does not wait for the writes of all connections for them")
    func oddNumber() async throws {
        let limits = PostgreSQLTimeLimits(
            statement: .seconds(60),
            answer: .seconds(600),
            waiting: .seconds(600)
        )
        let database = try await TestDatabase.openWithNumber(connectionCount: 3, timeLimits: limits)
        let other = try await TestDatabase.open(connectionCount: 1)
        let writes = try await other.whileOpen("LOCK TABLE number IN SHARE MODE") {
            var writes: [Task<PostgreSQLResult, any Error>] = []
            for count in 1...2 as ClosedRange<Int64> {
                writes.append(Task { try await database.write("UPDATE number SET value = value + 1") })
                try await other.waitForWaiting(count, on: "relation")
            }
            #expect(try await database.number == 0)
            return writes
        }
        for write in writes { _ = try await write.value }
        #expect(try await database.number == 2)
    }

    @Test("Statements at once are all done, and one that fails among them undoes none of the others")
    func groups() async throws {
        let database = try await TestDatabase.openWithNumber(connectionCount: 2)
        let failures = await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let divisor = number % 10 == 3 ? 0 : 1
                    let add: PostgreSQLQuery = PostgreSQLQuery(
                        "UPDATE number SET value = value + 1 / :divisor RETURNING value",
                        ["divisor": .integer(Int64(divisor))]
                    )
                    return (try? await database.write(add)) == nil ? [number] : []
                }
            }
            return await group.reduce([], +)
        }
        #expect(failures.sorted() == Array(stride(from: 3, to: 200, by: 10)))
        #expect(try await database.number == 180)
    }

    @Test("Groups of two servers that write the same rows in other orders never wait for each other")
    func order() async throws {
        let databases = [
            try await TestDatabase.open(connectionCount: 2), try await TestDatabase.open(connectionCount: 2),
        ]
        try await databases[0].run(
            script: """
                CREATE TABLE counter (name BIGINT PRIMARY KEY, value BIGINT);
                INSERT INTO counter SELECT n, 0 FROM generate_series(0, 19) AS n
                """
        )
        try await withThrowingTaskGroup { group in
            for number in 0..<400 {
                group.addTask {
                    let name = UInt8(number % 2 == 0 ? number % 20 : 19 - number % 20)
                    let query = PostgreSQLQuery(
                        "UPDATE counter SET value = value + 1 WHERE name = :name",
                        ["name": .integer(Int64(name))]
                    )
                    _ = try await databases[number % 2].write(query, order: [name])
                }
            }
            try await group.waitForAll()
        }
        let sum = try await databases[0].read("SELECT CAST(sum(value) AS BIGINT) FROM counter").integers
        #expect(sum == [400])
    }

    @Test("A warning of PostgreSQL is not written to the standard error output")
    func warning() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [string = TestDatabase.connectionString as String] in
            let database = try await PostgreSQLDatabase(string, connectionCount: 1)
            try await database.run(script: "DO $$ BEGIN RAISE WARNING 'seen'; END $$")
        }
        let output = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(output?.contains("seen") == false)
    }

    @Test("A PostgreSQL database has at least one connection")
    func oneConnection() async throws {
        #expect(try await TestDatabase.open(connectionCount: 0).read("SELECT 1").integers == [1])
    }

    @Test(
        "A failure of PostgreSQL is temporary if the same call may succeed later",
        arguments: [
            (.cannotConnect(reason: ""), true), (.connectionLost(reason: ""), true),
            (.outcomeUnknown(reason: ""), true), (.tooManyWaiting, true), (.closed, true),
            (.statementFailed(sqlState: "25006", message: ""), true),
            (.statementFailed(sqlState: "55P03", message: ""), true),
            (.statementFailed(sqlState: "40001", message: ""), true),
            (.statementFailed(sqlState: "53100", message: ""), true),
            (.statementFailed(sqlState: "55000", message: ""), false),
            (.statementFailed(sqlState: "23505", message: ""), false),
            (.malformedConnectionString, false), (.unexpectedValue(""), false),
            (.otherSchema(version: 1, knownVersion: 2), false),
        ] as [(PostgreSQLError, Bool)]
    )
    func temporaryFailures(error: PostgreSQLError, isTemporary: Bool) {
        #expect(error.isTemporary == isTemporary)
    }

    @Test("A script that fails in its transaction leaves nothing, and keeps its connection")
    func failingScript() async throws {
        let database = try await TestDatabase.openWithNumber(connectionCount: 1)
        let process = try await database.read("SELECT pg_backend_pid()").integers
        let error = await #expect(throws: PostgreSQLError.self) {
            try await database.run(script: "BEGIN; UPDATE number SET value = 1; SELECT 1 / 0; COMMIT")
        }
        #expect(error == .statementFailed(sqlState: "22012", message: "division by zero"))
        #expect(try await database.read("SELECT pg_backend_pid()").integers == process)
        #expect(try await database.number == 0)
    }

    @Test("Each name in a statement becomes one numbered parameter, which its value reaches")
    func parameters() {
        let statement: PostgreSQLStatement =
            "UPDATE a SET b = :b WHERE root_hash = :root_hash AND (c = :c OR d = :b)"
        #expect(statement.sql == "UPDATE a SET b = $1 WHERE root_hash = $2 AND (c = $3 OR d = $1)")
        #expect(statement.names == ["b", "root_hash", "c"])
        let query = PostgreSQLQuery("SELECT :b, :a, :b", ["a": .integer(1), "b": .integer(2)])
        #expect(query.parameters == [.integer(2), .integer(1)])
    }

    @Test("Statements that wait for PostgreSQL block no thread of the tasks")
    func threads() async throws {
        // As many wait as there are connections, which is more than there are threads for tasks.
        let database = try await TestDatabase.open(connectionCount: 24)
        let query: PostgreSQLQuery = "SELECT 1 FROM pg_advisory_xact_lock(7, hashtext(current_schema()))"
        let waiting = try await self.database.whileOpen(
            "SELECT pg_advisory_xact_lock(7, hashtext(current_schema()))"
        ) {
            var waiting: [Task<PostgreSQLResult, any Error>] = []
            // This runs on the threads of the tasks. One pair waits before the next starts, so that no group has two.
            for _ in 0..<12 {
                waiting.append(Task { try await database.read(query) })
                waiting.append(Task { try await database.write(query) })
                try await self.database.waitForWaiting(Int64(waiting.count), on: "advisory")
            }
            return waiting
        }
        for task in waiting { _ = try await task.value }
    }
}
