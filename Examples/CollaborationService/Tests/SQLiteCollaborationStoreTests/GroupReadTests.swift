import Foundation
import GRDB
import Testing

@testable import SQLiteCollaborationStore

@Suite("Group reads")
struct GroupReadTests {
    let file: TemporaryFile
    let database: SQLiteDatabase

    init() async throws {
        file = try TemporaryFile()
        database = try file.database()
        try await database.makeNumbers()
    }

    @Test("Each task reads what it has written, while others read and write")
    func ownWrites() async throws {
        try await withThrowingTaskGroup { group in
            for task in 0..<20 {
                group.addTask { [database] in
                    for number in task * 50..<(task + 1) * 50 {
                        try await database.insert(number)
                        let sql = "SELECT value FROM number WHERE value = \(number)"
                        #expect(try await database.read { try Int.fetchOne($0, sql: sql) } == number)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("Every read returns once when a thousand tasks read and some fail")
    func manyTasks() async throws {
        let results = await withTaskGroup(of: (Int, Result<Int?, any Error>).self) { group in
            for number in 0..<1000 {
                group.addTask { [database] in
                    let sql = number.isMultiple(of: 7) ? "SELECT missing" : "SELECT \(number)"
                    do {
                        return (number, .success(try await database.read { try Int.fetchOne($0, sql: sql) }))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 1000)
        for (number, result) in results {
            if number.isMultiple(of: 7) {
                #expect(throws: SQLiteDatabaseError.failed("no such column: missing")) { try result.get() }
            } else {
                #expect(try result.get() == number)
            }
        }
    }

    @Test("A read that waited for a connection sees what was committed before it was called")
    func waiting() async throws {
        let end = DispatchSemaphore(value: 0)
        var readers: [Task<Void, any Error>] = []
        for _ in 0..<database.pool.configuration.maximumReaderCount {
            let (start, started) = AsyncStream<Never>.makeStream()
            let reader = Task {
                try await database.read { database in
                    // The snapshot begins with the first statement.
                    _ = try Int.fetchAll(database, sql: "SELECT value FROM number")
                    started.finish()
                    end.wait()
                }
            }
            for await _ in start {}
            readers.append(reader)
        }
        try await database.insert(1)
        let waiting = Task { try await database.numbers() }
        while database.pendingReads.withLock({ $0.reads.isEmpty }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        for _ in readers { end.signal() }
        for reader in readers { try await reader.value }
        #expect(try await waiting.value == [1])
    }

    @Test("A read transaction of SQLite cannot write")
    func writing() async throws {
        await #expect(throws: SQLiteDatabaseError.notWritable) {
            try await database.read { try $0.insert(1) }
        }
        #expect(try await database.numbers() == [])
    }

    @Test("A task that was canceled does not begin a read of SQLite")
    func cancellation() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await database.numbers()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
