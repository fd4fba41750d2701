import Foundation
import GRDB
import Synchronization

@testable import SQLiteCollaborationStore

/// A path for a database in a folder of its own, which is deleted with this value.
final class TemporaryFile: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)

    var path: String { folder.appending(component: "test.sqlite").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func store() async throws -> SQLiteCollaborationStore { try await SQLiteCollaborationStore(path: path) }

    /// Opens the file, with a table of numbers and with times so long that nobody runs into them on a busy machine.
    func numbers(
        lockTimeout: Duration = .seconds(600),
        transactionDuration: Duration = .seconds(600)
    ) async throws -> SQLiteFile {
        let file = try SQLiteFile(path: path, lockTimeout: lockTimeout, transactionDuration: transactionDuration)
        try await file.write { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS number (value INTEGER PRIMARY KEY)") }
        return file
    }
}

extension SQLiteFile {
    func insert(_ number: Int) async throws {
        try await write { try $0.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number]) }
    }

    var all: [Int] {
        get async throws { try await read { try Int.fetchAll($0, sql: "SELECT value FROM number ORDER BY value") } }
    }

    /// Runs a body while a write has the lock and does not end.
    @discardableResult
    func whileWriting<Value>(_ body: () async throws -> Value) async throws -> Value {
        let (start, started) = AsyncStream<Never>.makeStream()
        let end = DispatchSemaphore(value: 0)
        let writing = Task {
            try await self.write { _ in
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

    /// Inserts numbers in one transaction, after another one that is empty.
    ///
    /// - Returns: What they returned or threw.
    func insertTogether(
        _ numbers: [Int],
        _ work: @escaping @Sendable (Database, Int) throws -> Void = { database, number in
            try database.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
        }
    ) async throws -> [Result<Void, any Error>] {
        let tasks = try await whileWriting {
            var tasks: [Task<Void, any Error>] = []
            for number in numbers {
                tasks.append(Task { try await self.write { try work($0, number) } })
                while writes.withLock({ $0.calls.count }) < tasks.count { try await Task.sleep(for: .milliseconds(1)) }
            }
            return tasks
        }
        var results: [Result<Void, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }
}

/// Counts the commits of the connection that writes.
final class CommitObserver: TransactionObserver, Sendable {
    private let state = Atomic(0)

    var count: Int { state.load(ordering: .relaxed) }

    init(_ file: SQLiteFile) { file.pool.add(transactionObserver: self, extent: .databaseLifetime) }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ database: Database) { state.add(1, ordering: .relaxed) }
    func databaseDidRollback(_ database: Database) {}
}
