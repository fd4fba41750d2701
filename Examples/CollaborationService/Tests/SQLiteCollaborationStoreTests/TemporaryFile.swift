import Foundation
import GRDB
import Synchronization

@testable import SQLiteCollaborationStore

/// A path for a database in a folder of its own, which is deleted with this value.
final class TemporaryFile: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)

    var path: String { folder.appending(component: "test.sqlite").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Opens the file with times so long that nobody runs into them on a busy machine.
    func database(
        lockTimeout: Duration = .seconds(600),
        transactionDuration: Duration = .seconds(600)
    ) throws -> SQLiteDatabase {
        try SQLiteDatabase(path: path, lockTimeout: lockTimeout, transactionDuration: transactionDuration)
    }

    func store() async throws -> SQLiteCollaborationStore { try await SQLiteCollaborationStore(database()) }
}

extension SQLiteDatabase {
    func makeNumbers() async throws {
        try await makeTables("numbers", script: "CREATE TABLE number (value INTEGER PRIMARY KEY)")
    }

    func insert(_ number: Int) async throws {
        try await write { try $0.insert(number) }
    }

    func numbers() async throws -> [Int] {
        try await read { try Int.fetchAll($0, sql: "SELECT value FROM number ORDER BY value") }
    }

    func tables() async throws -> [String] {
        try await read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        }
    }

    /// Waits until so many writes wait for the next transaction.
    func waitForPendingWrites(_ count: Int) async throws {
        while pendingWrites.withLock({ $0.writes.count }) < count {
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// Runs a body while a write, of a number if there is one, has the lock and does not end.
    @discardableResult
    func whileWriting<Value>(
        _ number: Int? = nil,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let (start, started) = AsyncStream<Never>.makeStream()
        let end = DispatchSemaphore(value: 0)
        let writing = Task {
            try await self.write { database in
                if let number { try database.insert(number) }
                started.finish()
                end.wait()
            }
        }
        for await _ in start {}
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        end.signal()
        try await writing.value
        return try result.get()
    }

    /// Runs writes so that one transaction has them all, after another one that is empty.
    ///
    /// - Returns: What they returned or threw.
    func writeTogether(
        _ writes: [@Sendable (Database) throws -> Int]
    ) async throws -> [Result<Int, any Error>] {
        let tasks = try await whileWriting {
            var tasks: [Task<Int, any Error>] = []
            for body in writes {
                tasks.append(Task { try await self.write(body) })
                try await waitForPendingWrites(tasks.count)
            }
            return tasks
        }
        var results: [Result<Int, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }
}

extension Database {
    func insert(_ number: Int) throws {
        try execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
    }
}

/// Counts the commits of the connection that writes, and lets the next one fail if wanted.
final class CommitObserver: TransactionObserver, Sendable {
    struct CommitFailure: Error {}

    private let state = Mutex((count: 0, failsNext: false))

    var count: Int { state.withLock { $0.count } }

    init(_ database: SQLiteDatabase) {
        database.pool.add(transactionObserver: self, extent: .databaseLifetime)
    }

    func failNext() {
        state.withLock { $0.failsNext = true }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

    func databaseDidChange(with event: DatabaseEvent) {}

    func databaseWillCommit() throws {
        try state.withLock { state in
            guard state.failsNext else { return }
            state.failsNext = false
            throw CommitFailure()
        }
    }

    func databaseDidCommit(_ database: Database) {
        state.withLock { $0.count += 1 }
    }

    func databaseDidRollback(_ database: Database) {}
}
