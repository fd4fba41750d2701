import Foundation
import GRDB
import Testing

@testable import SQLiteCollaborationStore

@Suite("SQLite file")
struct SQLiteDatabaseTests {
    let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    @Test("A database is in WAL mode and every commit calls fsync")
    func pragmas() async throws {
        let database = try file.database()
        let (mode, synchronous) = try await database.write { database in
            let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode")
            return (mode, try Int.fetchOne(database, sql: "PRAGMA synchronous"))
        }
        #expect(mode == "wal")
        #expect(synchronous == 2)
    }

    @Test("A path that is a directory is refused with a sentence")
    func directory() {
        let path = file.folder.path
        #expect(sentence(opening: path) == "The database \(path) cannot be opened: it is a directory.")
    }

    @Test("A path in a directory that does not exist is refused with a sentence")
    func missingDirectory() {
        let path = "\(file.folder.path)/missing/test.sqlite"
        let expected = "The database \(path) cannot be opened: unable to open database file."
        #expect(sentence(opening: path) == expected)
    }

    @Test("A file that is not a database is refused with a sentence and left unchanged")
    func otherFile() throws {
        let text = Data(String(repeating: "text ", count: 1000).utf8)
        try text.write(to: URL(filePath: file.path))
        let expected = "The database \(file.path) cannot be opened: file is not a database."
        #expect(sentence(opening: file.path) == expected)
        #expect(try Data(contentsOf: URL(filePath: file.path)) == text)
    }

    @Test(
        "A file without permission to write is refused with a sentence",
        .disabled(if: geteuid() == 0, "root may write to every file")
    )
    func noPermission() throws {
        try file.database().close()
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: file.folder.path)
        #expect(
            sentence(opening: file.path)?.hasPrefix("The database \(file.path) cannot be opened: ") == true
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.folder.path)
    }

    @Test("Tables that cannot be made leave the file as it was")
    func failingSchema() async throws {
        let database = try file.database()
        await #expect(throws: SQLiteDatabaseError.self) {
            try await database.makeTables("numbers", script: "CREATE TABLE number (value); CREATE nonsense")
        }
        for _ in 0..<2 { try await database.makeNumbers() }
        #expect(try await database.numbers() == [])
    }

    @Test("A SQLite database that cannot be closed throws")
    func refusedClosing() async throws {
        let database = try file.database()
        let statement = try await database.pool.writeWithoutTransaction { database in
            UnsafeStatement(value: try database.makeStatement(sql: "SELECT 1"))
        }
        #expect(throws: SQLiteDatabaseError.self) { try database.close() }
        withExtendedLifetime(statement) {}
    }

    @Test("Tables of an earlier or a newer version are refused and left as they are", arguments: [1, 3])
    func otherSchema(version: Int) async throws {
        let database = try file.database()
        try await database.makeNumbers()
        try await database.insert(7)
        try await database.write { try $0.execute(sql: "UPDATE schema_version SET version = \(version)") }
        let error = await #expect(throws: SQLiteDatabaseError.self) {
            try await SQLiteCollaborationStore(database)
        }
        let expected = """
            The tables of the database have version \(version), and this server knows version 2. \
            Start the version of the server that made them, or use another database.
            """
        #expect(error?.localizedDescription == expected)
        #expect(try await database.tables() == ["number", "schema_version"])
        // The server that made them goes on.
        try await database.write { try $0.execute(sql: "UPDATE schema_version SET version = 2") }
        _ = try await SQLiteCollaborationStore(database)
        #expect(try await database.numbers() == [7])
    }

    @Test("A server of version 1 that has added its tables in vain does not keep SQLite's store from opening")
    func addedTables() async throws {
        let database = try file.database()
        let store = try await SQLiteCollaborationStore(database)
        try await database.write {
            try $0.execute(sql: "INSERT INTO schema_version VALUES ('participants', 1)")
        }
        #expect(try await SQLiteCollaborationStore(database).identifier == store.identifier)
    }

    @Test("A write waits for the lock of another connection")
    func lock() async throws {
        let (one, other) = (try file.database(), try file.database())
        try await one.makeNumbers()
        let waiting = try await one.whileWriting {
            let task = Task { try await other.insert(1) }
            // A write that does not wait would fail in this time.
            try await Task.sleep(for: .milliseconds(50))
            return task
        }
        try await waiting.value
        #expect(try await one.numbers() == [1])
    }

    @Test("A write that waits too long for a lock throws that the database is locked")
    func lockHeldTooLong() async throws {
        let (one, other) = (
            try file.database(), try file.database(lockTimeout: .milliseconds(10))
        )
        try await one.makeNumbers()
        try await one.whileWriting {
            await #expect(throws: SQLiteDatabaseError.locked) { try await other.insert(1) }
        }
        try await other.insert(2)
        #expect(try await one.numbers() == [2])
    }

    @Test("A closed database refuses reads and writes with a sentence")
    func closing() async throws {
        let database = try file.database()
        try await database.makeNumbers()
        for _ in 0..<2 { try database.close() }
        await #expect(throws: SQLiteDatabaseError.self) { try await database.numbers() }
        await #expect(throws: SQLiteDatabaseError.self) { try await database.insert(1) }
    }

    @Test("After a SQLite database is closed, all data is in its one file")
    func oneFile() async throws {
        let database = try file.database()
        try await database.makeNumbers()
        try await database.insert(1)
        #expect(try await database.numbers() == [1])
        try database.close()
        let copy = try TemporaryFile()
        try FileManager.default.copyItem(atPath: file.path, toPath: copy.path)
        #expect(try await copy.database().numbers() == [1])
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
    )
    func sentences(code: ResultCode, sentence: String) {
        let error = DatabaseError(resultCode: code, message: "what SQLite says", sql: "SELECT secret")
        #expect(SQLiteDatabaseError(error).localizedDescription == sentence)
    }

    private func sentence(opening path: String) -> String? {
        do {
            _ = try SQLiteDatabase(path: path)
            return nil
        } catch {
            return error.localizedDescription
        }
    }
}

/// A statement of a connection, which keeps it open.
private struct UnsafeStatement: @unchecked Sendable { let value: Statement }
