import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import GRDB
import Testing

@testable import SQLiteCollaborationStore

@Suite("SQLite store")
struct SQLiteCollaborationStoreTests {
    let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    @Test("The SQLite store passes the checks with three databases on one file")
    func conformance() async throws {
        try await CollaborationStoreChecks.check(nodes: [file.store(), file.store(), file.store()])
    }

    @Test("A SQLite store that is opened again has its identifier, its records and its index")
    func reopening() async throws {
        let store = try await file.store()
        let record = StoredRecord(bytes: [1, 0, 255])
        let accounts = AccountChanges(added: ["bob"])
        #expect(try await store.replaceRecord(of: "doc-42", version: nil, with: record, accounts: accounts))
        let again = try await file.store()
        #expect(again.identifier == store.identifier)
        #expect(try await again.record(of: "doc-42") == record)
        #expect(try await again.collaborations(of: "bob", after: nil, limit: 2) == ["doc-42"])
    }

    @Test(
        "Changes of one collaboration that wait at the same time share a commit, and each sees the one before"
    )
    func sharedCommit() async throws {
        let database = try file.database()
        let store = try await SQLiteCollaborationStore(database)
        let commits = CommitObserver(database)
        let changes = try await database.whileWriting {
            let changes = Task {
                try await withThrowingTaskGroup { group in
                    for _ in 0..<50 {
                        group.addTask {
                            try await store.changeRecord(of: "doc-42") { bytes in
                                .replace(
                                    StoredRecord(bytes: (bytes ?? []) + [7]),
                                    accounts: AccountChanges(),
                                    ()
                                )
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            try await database.waitForPendingWrites(50)
            return changes
        }
        try await changes.value
        // The first commit is that of the empty write that the others have waited for.
        #expect(commits.count == 2)
        #expect(try await store.record(of: "doc-42")?.bytes.count == 50)
    }

    @Test("Two stores with different names in one SQLite file share neither records nor index")
    func names() async throws {
        let database = try file.database()
        let (one, other) = try await (
            SQLiteCollaborationStore(database), SQLiteCollaborationStore(database, name: "document")
        )
        let accounts = AccountChanges(added: ["bob"])
        let record = StoredRecord(bytes: [1])
        #expect(try await one.replaceRecord(of: "doc-42", version: nil, with: record, accounts: accounts))
        #expect(try await other.record(of: "doc-42") == nil)
        #expect(try await other.collaborations(of: "bob", after: nil, limit: 1) == [])
        #expect(try await one.records(of: "doc-42", and: "doc-42", in: other) == (record, nil))
        #expect(try await other.records(of: "doc-42", and: "doc-42", in: one) == (nil, record))
    }

    @Test("A version or an identifier that the SQLite store cannot have written is an error of the database")
    func damage() async throws {
        let database = try file.database()
        let store = try await SQLiteCollaborationStore(database)
        try await database.write { database in
            try database.execute(sql: "INSERT INTO collaboration VALUES (x'61', x'00', x'01')")
            try database.execute(sql: "UPDATE collaboration_store SET identifier = x'00'")
        }
        await #expect(throws: SQLiteDatabaseError.damaged("a version has not 16 bytes")) {
            try await store.record(of: "a")
        }
        await #expect(throws: SQLiteDatabaseError.damaged("the identifier of the store has 1 bytes")) {
            try await SQLiteCollaborationStore(database)
        }
    }
}
