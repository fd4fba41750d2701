import Foundation
import Synchronization
import Testing

@testable import PostgreSQLCollaborationStore

@Suite("Groups of statements", .timeLimit(.minutes(30)))
struct QueryGroupsTests {
    /// A connection that takes a group when the test lets it, and notes it.
    private actor SlowConnection {
        private(set) var groups: [[String]] = []
        private var isOpen = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func run(_ queries: [PostgreSQLQuery]) async -> [[[PostgreSQLValue]]] {
            groups.append(queries.map(\.sql))
            if !isOpen { await withCheckedContinuation { waiting.append($0) } }
            return queries.map { _ in [] }
        }

        func open() {
            isOpen = true
            for continuation in waiting { continuation.resume() }
        }
    }

    private let connection = SlowConnection()

    private func groups(
        waiterLimit: Int,
        waitingLimit: Duration = .seconds(3600),
        failure: PostgreSQLError? = nil
    ) -> QueryGroups<SlowConnection> {
        QueryGroups([connection], waiterLimit: waiterLimit, waitingLimit: waitingLimit) { connection, queries in
            let results = await connection.run(queries)
            if let failure, queries.count > 1 { throw failure }
            return results
        }
    }

    /// Sends statements, and returns when the first runs and the others wait.
    private func send(
        _ statements: [String],
        to groups: QueryGroups<SlowConnection>,
        order: @escaping @Sendable (String) -> [UInt8] = { _ in [] }
    ) async throws -> [Task<[[PostgreSQLValue]], any Error>] {
        var tasks: [Task<[[PostgreSQLValue]], any Error>] = []
        for (number, statement) in statements.enumerated() {
            tasks.append(Task { try await groups.run(PostgreSQLQuery(statement), order: order(statement)) })
            while await connection.groups.isEmpty || groups.waitingCount < number {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        return tasks
    }

    @Test("Statements that wait for the only connection run in groups of at most 32, in their order")
    func order() async throws {
        let groups = groups(waiterLimit: 100)
        let names = (0..<70).map { "\($0)" }
        let tasks = try await send(names, to: groups)
        await connection.open()
        for task in tasks { _ = try await task.value }
        let expected = [names[..<1], names[1..<33], names[33..<65], names[65...]].map(Array.init)
        #expect(await connection.groups == expected)
        #expect(groups.waitingCount == 0)
    }

    @Test("A group runs its statements in the order of what they lock")
    func locks() async throws {
        let groups = groups(waiterLimit: 100)
        let tasks = try await send(["0", "c", "a", "b", "ab"], to: groups) { Array($0.utf8) }
        await connection.open()
        for task in tasks { _ = try await task.value }
        #expect(await connection.groups == [["0"], ["a", "ab", "b", "c"]])
    }

    @Test("A statement whose turn comes too late is refused and not sent")
    func late() async throws {
        let groups = groups(waiterLimit: 100, waitingLimit: .seconds(-1))
        for _ in 0..<2 {
            await #expect(throws: PostgreSQLError.tooManyWaiting) { try await groups.run(PostgreSQLQuery("0")) }
        }
        #expect(await connection.groups == [])
    }

    @Test(
        "Only a group of which PostgreSQL has done nothing is repeated, each statement alone",
        arguments: [
            (.statementFailed(sqlState: "22012", message: ""), [["0"], ["1", "2"], ["1"], ["2"]]),
            (.outcomeUnknown(reason: ""), [["0"], ["1", "2"]]),
            (.connectionLost(reason: ""), [["0"], ["1", "2"]]),
        ] as [(PostgreSQLError, [[String]])]
    ) func failure(_ failure: PostgreSQLError, expected: [[String]]) async throws {
        let tasks = try await send(["0", "1", "2"], to: groups(waiterLimit: 100, failure: failure))
        await connection.open()
        _ = try await tasks[0].value
        for task in tasks[1...] {
            if expected.count > 2 {
                _ = try await task.value
            } else {
                await #expect(throws: failure) { try await task.value }
            }
        }
        #expect(await connection.groups == expected)
    }

    @Test("A statement beyond the number that may wait is refused at once, and the others are run")
    func limit() async throws {
        let groups = groups(waiterLimit: 2)
        let tasks = try await send(["0", "1", "2"], to: groups)
        await #expect(throws: PostgreSQLError.tooManyWaiting) { try await groups.run(PostgreSQLQuery("3")) }
        await connection.open()
        for task in tasks { _ = try await task.value }
        #expect(await connection.groups == [["0"], ["1", "2"]])
    }

    @Test("Closing refuses the statements that wait and later ones, and not those that run")
    func closing() async throws {
        let groups = groups(waiterLimit: 2)
        let tasks = try await send(["0", "1", "2"], to: groups)
        groups.close()
        for task in tasks[1...] { await #expect(throws: PostgreSQLError.closed) { try await task.value } }
        await #expect(throws: PostgreSQLError.closed) { try await groups.run(PostgreSQLQuery("3")) }
        await connection.open()
        _ = try await tasks[0].value
        #expect(await connection.groups == [["0"]])
    }

    @Test("A statement of a task that was canceled before is not sent")
    func cancellation() async throws {
        let groups = groups(waiterLimit: 2)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await groups.run(PostgreSQLQuery("0"))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await connection.groups == [])
    }

    @Test("A connection serves again after its group has failed")
    func error() async throws {
        let groups = QueryGroups([()], waiterLimit: 1, waitingLimit: .seconds(3600)) { _, queries in
            if queries.map(\.sql) == ["0"] { throw PostgreSQLError.closed }
            return queries.map { _ in [] }
        }
        for _ in 0..<3 { await #expect(throws: PostgreSQLError.closed) { try await groups.run(PostgreSQLQuery("0")) } }
        #expect(try await groups.run(PostgreSQLQuery("1")) == [])
    }
}
