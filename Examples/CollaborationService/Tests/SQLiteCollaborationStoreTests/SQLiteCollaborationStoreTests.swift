import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import GRDB
import Testing

@testable import SQLiteCollaborationStore

@Suite("SQLite store")
struct SQLiteCollaborationStoreTests {
    private let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    @Test("The SQLite store passes the checks with three databases on one file")
    func conformance() async throws {
        let nodes = [try await file.store(), try await file.store(), try await file.store()]
        try await CollaborationStoreChecks.check(nodes: nodes)
    }

    @Test("A SQLite store that is closed has all data in its one file, and refuses later calls")
    func closing() async throws {
        let store = try await file.store()
        let record = StoredRecord(bytes: [1, 0, 255])
        let accounts = AccountChanges(added: ["bob"])
        #expect(try await store.replaceRecord(of: "doc-42", version: nil, with: record, accounts: accounts))
        store.close()
        await #expect(throws: SQLiteError.self) { try await store.record(of: "doc-42") }
        await #expect(throws: SQLiteError.self) { try await store.check() }
        let copy = try TemporaryFile()
        try FileManager.default.copyItem(atPath: file.path, toPath: copy.path)
        let again = try await copy.store()
        #expect(again.identifier == store.identifier)
        #expect(try await again.record(of: "doc-42") == record)
        #expect(try await again.collaborations(of: "bob", after: nil, limit: 2) == ["doc-42"])
    }

    @Test("A store whose file was deleted, or has become another one, says that it cannot be written to")
    func deleted() async throws {
        let store = try await file.store()
        _ = try await store.check()
        try FileManager.default.removeItem(atPath: file.path)
        let error = SQLiteError(description: "The file of the database was moved or deleted.")
        await #expect(throws: error) { try await store.check() }
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        await #expect(throws: error) { try await store.check() }
    }

    @Test("A version or an identifier that the SQLite store cannot have written is an error of the database")
    func damage() async throws {
        let store = try await file.store()
        try await store.file.write { database in
            try database.execute(sql: "INSERT INTO collaboration VALUES (x'61', x'00', x'01', 0, NULL)")
            try database.execute(sql: "UPDATE collaboration_store SET identifier = x'00'")
        }
        await #expect(throws: SQLiteError.damaged("a version has not 16 bytes")) { try await store.record(of: "a") }
        await #expect(throws: SQLiteError.damaged("the identifier of the store has 1 bytes")) { try await file.store() }
    }

    @Test("Tables of another version in SQLite are refused and left as they are")
    func otherSchema() async throws {
        try await file.numbers().insert(7)
        let error = SQLiteError(description: "The tables of the database are of another version of the server.")
        await #expect(throws: error) { try await file.store() }
        #expect(try await file.numbers().all == [7])
        let newer = try TemporaryFile()
        try await newer.store().file.write { try $0.execute(sql: "PRAGMA user_version = 5") }
        await #expect(throws: error) { try await newer.store() }
    }
}
