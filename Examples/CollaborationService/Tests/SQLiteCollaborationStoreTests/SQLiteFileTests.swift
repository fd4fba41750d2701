import Foundation
import GRDB
import Synchronization
import Testing

@testable import SQLiteCollaborationStore

@Suite("SQLite file")
struct SQLiteFileTests {
    private let temporary: TemporaryFile
    private let file: SQLiteFile
    private let commits: CommitObserver

    init() async throws {
        temporary = try TemporaryFile()
        file = try await temporary.numbers()
        commits = CommitObserver(file)
    }

    @Test("A database is in WAL mode and every commit calls fsync")
    func pragmas() async throws {
        let (mode, synchronous) = try await file.pool.writeWithoutTransaction { database in
            (
                try String.fetchOne(database, sql: "PRAGMA journal_mode"),
                try Int.fetchOne(database, sql: "PRAGMA synchronous")
            )
        }
        #expect(mode == "wal")
        #expect(synchronous == 2)
    }

    @Test("Writes that wait at the same time are committed once, and more than a transaction takes in several")
    func groups() async throws {
        let results = try await file.insertTogether(Array(1...300))
        #expect(results.allSatisfy { (try? $0.get()) != nil })
        #expect(try await file.all == Array(1...300))
        // The first commit is that of the empty write that the others have waited for.
        #expect(commits.count == 3)
    }

    @Test("Writes that take long are committed in several transactions")
    func longWrites() async throws {
        let file = try await temporary.numbers(transactionDuration: .milliseconds(50))
        let commits = CommitObserver(file)
        _ = try await file.insertTogether(Array(1...6)) { database, number in
            Thread.sleep(forTimeInterval: 0.03)
            try database.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
        }
        #expect(try await file.all == Array(1...6))
        // After two writes no third one begins in the same transaction. The first commit is that of the empty write.
        #expect(commits.count >= 4)
    }

    @Test("A write that fails undoes its own changes and no other's")
    func failure() async throws {
        let results = try await file.insertTogether([1, 2, 3, 2, 4])
        let sentence = "The database has failed: UNIQUE constraint failed: number.value."
        #expect(throws: SQLiteError(description: sentence)) { try results[3].get() }
        #expect(results.filter { (try? $0.get()) != nil }.count == 4)
        #expect(try await file.all == [1, 2, 3, 4])
    }

    @Test("A full disk fails the writes for which there is no room, and a later one succeeds")
    func fullDisk() async throws {
        try await file.write { database in
            try database.execute(sql: "CREATE TABLE bulk (bytes BLOB)")
            let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(count + 10)")
        }
        let results = try await file.insertTogether([1, 2, 3]) { database, number in
            if number == 2 { try database.execute(sql: "INSERT INTO bulk VALUES (zeroblob(1000000))") }
            try database.execute(sql: "INSERT INTO number VALUES (?)", arguments: [number])
        }
        #expect(throws: SQLiteError(description: "The disk of the database is full.")) {
            try results[1].get()
        }
        #expect(try await file.all == [1, 3])
    }

    @Test("Canceling a task that waits for its write does not lose the outcome")
    func cancellation() async throws {
        let waiting = try await file.whileWriting {
            let task = Task { try await file.insert(1) }
            while file.writes.withLock({ $0.calls.isEmpty }) { await Task.yield() }
            task.cancel()
            return task
        }
        try await waiting.value
        #expect(try await file.all == [1])
    }

    @Test("A task that was canceled before neither writes nor reads")
    func earlyCancellation() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: CancellationError.self) { try await file.all }
            try await file.insert(1)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await file.all == [])
    }

    @Test("Reads go on while a write takes its time")
    func reads() async throws { #expect(try await file.whileWriting { try await file.all } == []) }

    @Test("A write that waits too long for the lock of another connection throws, and one that does not is made")
    func lock() async throws {
        let other = try await temporary.numbers()
        let impatient = try await temporary.numbers(lockTimeout: .milliseconds(10))
        let waiting = try await file.whileWriting {
            let waiting = Task { try await other.insert(1) }
            let sentence = "Another process has kept the database locked for too long."
            await #expect(throws: SQLiteError(description: sentence)) { try await impatient.insert(2) }
            return waiting
        }
        try await waiting.value
        #expect(try await file.all == [1])
    }

    @Test("A path that is no database is refused with a sentence, and left unchanged")
    func opening() throws {
        func sentence(_ path: String) -> String? {
            do throws(SQLiteError) {
                _ = try SQLiteFile(path: path)
                return nil
            } catch {
                return error.description
            }
        }
        let folder = temporary.folder.path
        #expect(sentence(folder) == "The database \(folder) cannot be opened: it is a directory.")
        let missing = "\(folder)/missing/a"
        #expect(sentence(missing) == "The database \(missing) cannot be opened: unable to open database file.")
        let (text, path) = (Data(String(repeating: "text ", count: 1000).utf8), "\(folder)/text")
        try text.write(to: URL(filePath: path))
        #expect(sentence(path) == "The database \(path) cannot be opened: file is not a database.")
        #expect(try Data(contentsOf: URL(filePath: path)) == text)
    }

    @Test(
        "Every error of SQLite has a sentence",
        arguments: [
            (ResultCode.SQLITE_BUSY, "Another process has kept the database locked for too long."),
            (.SQLITE_FULL, "The disk of the database is full."),
            (.SQLITE_READONLY_DBMOVED, "The database cannot be written to."),
            (.SQLITE_CORRUPT_INDEX, "The database is damaged: what SQLite says."),
            (.SQLITE_IOERR_FSYNC, "The database has failed: what SQLite says."),
        ]
    ) func sentences(code: ResultCode, sentence: String) {
        let error = DatabaseError(resultCode: code, message: "what SQLite says", sql: "SELECT secret")
        #expect(SQLiteError(error).description == sentence)
    }
}
