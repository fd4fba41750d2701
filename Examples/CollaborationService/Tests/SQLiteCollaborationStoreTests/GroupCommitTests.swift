import Foundation
import GRDB
import Synchronization
import Testing

@testable import SQLiteCollaborationStore

@Suite("Group commit")
struct GroupCommitTests {
    let file: TemporaryFile
    let database: SQLiteDatabase
    let commits: CommitObserver

    init() async throws {
        file = try TemporaryFile()
        database = try file.database()
        try await database.makeNumbers()
        commits = CommitObserver(database)
    }

    @Test("Writes that wait at the same time are committed once")
    func oneCommit() async throws {
        let results = try await database.writeTogether(insertions(1...100))
        #expect(try results.map { try $0.get() } == Array(1...100))
        #expect(try await database.numbers() == Array(1...100))
        // The first commit is that of the empty write that the others have waited for.
        #expect(commits.count == 2)
    }

    @Test("More writes than a transaction takes are committed in several")
    func severalGroups() async throws {
        let results = try await database.writeTogether(insertions(1...300))
        #expect(try results.map { try $0.get() } == Array(1...300))
        #expect(commits.count == 3)
    }

    @Test("Writes that take long are committed in several transactions, in their order")
    func longWrites() async throws {
        let database = try file.database(transactionDuration: .milliseconds(50))
        let commits = CommitObserver(database)
        let order = Mutex<[Int]>([])
        let writes = (1...6).map { number -> @Sendable (Database) throws -> Int in
            { database in
                Thread.sleep(forTimeInterval: 0.03)
                try database.insert(number)
                order.withLock { $0.append(number) }
                return number
            }
        }
        let results = try await database.writeTogether(writes)
        #expect(try results.map { try $0.get() } == Array(1...6))
        #expect(order.withLock { $0 } == Array(1...6))
        // After two writes no third one begins in the same transaction. The first commit is that of the empty write.
        #expect(commits.count >= 4)
    }

    @Test("A write that throws undoes its own changes and no other's")
    func failingBody() async throws {
        struct Failure: Error {}
        let failing: @Sendable (Database) throws -> Int = { database in
            try database.insert(7)
            throw Failure()
        }
        let results = try await database.writeTogether(insertions(1...3) + [failing] + insertions(4...6))
        #expect(throws: Failure.self) { try results[3].get() }
        #expect(try await database.numbers() == Array(1...6))
        #expect(results.compactMap { try? $0.get() } == Array(1...6))
        #expect(commits.count == 2)
    }

    @Test("A write that breaks a constraint leaves the others of its transaction")
    func brokenConstraint() async throws {
        let results = try await database.writeTogether(
            insertions(1...3) + insertions(2...2) + insertions(4...4)
        )
        #expect(throws: SQLiteDatabaseError.failed("UNIQUE constraint failed: number.value")) {
            try results[3].get()
        }
        #expect(try await database.numbers() == Array(1...4))
    }

    @Test("A commit that fails fails all its writes, and the next one succeeds")
    func failingCommit() async throws {
        let results = try await database.writeTogether(
            [
                { [commits] _ in
                    commits.failNext()
                    return 0
                }
            ] + insertions(1...3)
        )
        for result in results {
            #expect(throws: CommitObserver.CommitFailure.self) { try result.get() }
        }
        #expect(try await database.numbers() == [])
        try await database.insert(9)
        #expect(try await database.numbers() == [9])
    }

    @Test("A full disk in the middle of a transaction fails all its writes, and a later one succeeds")
    func fullDisk() async throws {
        try await database.write { database in
            try database.execute(sql: "CREATE TABLE bulk (bytes BLOB)")
            let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(count + 10)")
        }
        let filling: @Sendable (Database) throws -> Int = { database in
            try database.execute(sql: "INSERT INTO bulk VALUES (zeroblob(1000000))")
            return 0
        }
        let results = try await database.writeTogether(insertions(1...3) + [filling] + insertions(4...6))
        for result in results {
            #expect(throws: SQLiteDatabaseError.diskFull) { try result.get() }
        }
        #expect(try await database.numbers() == [])
        try await database.insert(9)
        #expect(try await database.numbers() == [9])
    }

    @Test("A write that hides a full disk fails with all writes of its transaction")
    func hiddenFullDisk() async throws {
        try await database.write { database in
            try database.execute(sql: "CREATE TABLE bulk (bytes BLOB)")
            let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(count + 10)")
        }
        let hiding: @Sendable (Database) throws -> Int = { database in
            try? database.execute(sql: "INSERT INTO bulk VALUES (zeroblob(1000000))")
            return 0
        }
        let results = try await database.writeTogether(insertions(1...3) + [hiding] + insertions(4...6))
        #expect(results.allSatisfy { (try? $0.get()) == nil })
        #expect(try await database.numbers() == [])
    }

    @Test("Canceling a task that waits for its write does not lose the outcome")
    func cancellation() async throws {
        let waiting = try await database.whileWriting {
            let task = Task { try await database.insert(1) }
            try await database.waitForPendingWrites(1)
            task.cancel()
            return task
        }
        try await waiting.value
        #expect(try await database.numbers() == [1])
    }

    @Test("A task that was canceled before its write writes nothing")
    func earlyCancellation() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await database.insert(1)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.numbers() == [])
    }

    @Test("Reads go on while a write takes its time, and do not see it before its commit")
    func reads() async throws {
        let numbers = try await database.whileWriting(1) { try await database.numbers() }
        #expect(numbers == [])
        #expect(try await database.numbers() == [1])
    }

    @Test("Every write returns once when a thousand tasks write and some fail")
    func manyTasks() async throws {
        struct Odd: Error {}
        let succeeded = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<1000 {
                group.addTask { [database] in
                    try? await database.write { database in
                        try database.insert(number)
                        if !number.isMultiple(of: 2) { throw Odd() }
                        return number
                    }
                }
            }
            return Set(await group.reduce(into: []) { $0.append($1) }.compactMap(\.self))
        }
        #expect(succeeded == Set(stride(from: 0, to: 1000, by: 2)))
        #expect(try await Set(database.numbers()) == succeeded)
        #expect(commits.count < 500)
    }

    private func insertions(_ numbers: ClosedRange<Int>) -> [@Sendable (Database) throws -> Int] {
        numbers.map { number in
            { database in
                try database.insert(number)
                return number
            }
        }
    }
}
