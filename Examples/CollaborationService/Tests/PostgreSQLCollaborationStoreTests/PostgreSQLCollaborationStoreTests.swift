import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@testable import PostgreSQLCollaborationStore

@Suite("PostgreSQL store", .needsPostgreSQL, .schemaOfItsOwn, .timeLimit(.minutes(30)))
struct PostgreSQLCollaborationStoreTests {
    @Test("The PostgreSQL store passes the checks with three pools of connections")
    func conformance() async throws {
        let nodes = [
            try await TestDatabase.store(connectionCount: 1),
            try await TestDatabase.store(connectionCount: 2),
            try await TestDatabase.store(connectionCount: 4),
        ]
        try await CollaborationStoreChecks.check(nodes: nodes)
    }

    @Test("A PostgreSQL store that is opened again has its identifier, its records and its index")
    func reopening() async throws {
        let store = try await TestDatabase.store()
        let record = StoredRecord(bytes: [1, 0, 255])
        let accounts = AccountChanges(added: ["bob"])
        #expect(try await store.replaceRecord(of: "doc-42", version: nil, with: record, accounts: accounts))
        let again = try await TestDatabase.store()
        #expect(again.identifier == store.identifier)
        #expect(try await again.record(of: "doc-42") == record)
        #expect(try await again.collaborations(of: "bob", after: nil, limit: 2) == ["doc-42"])
        let other = try await PostgreSQLCollaborationStore(store.database, name: "document")
        #expect(try await other.record(of: "doc-42") == nil)
        #expect(other.identifier != store.identifier)
    }

    @Test("A record in PostgreSQL is read together with one of another store, whether they are there or not")
    func twoRecords() async throws {
        let one = try await TestDatabase.store()
        let other = try await PostgreSQLCollaborationStore(one.database, name: "document")
        let (first, second) = (StoredRecord(bytes: [1]), StoredRecord(bytes: []))
        let none = AccountChanges()
        #expect(try await one.replaceRecord(of: "a", version: nil, with: first, accounts: none))
        #expect(try await other.replaceRecord(of: "b", version: nil, with: second, accounts: none))
        #expect(try await one.records(of: "a", and: "b", in: other) == (first, second))
        #expect(try await one.records(of: "a", and: "a", in: other) == (first, nil))
        #expect(try await one.records(of: "b", and: "b", in: other) == (nil, second))
        #expect(try await one.records(of: "b", and: "a", in: other) == (nil, nil))
    }

    @Test("A replacement that waits for another one of the same record in PostgreSQL conflicts with it")
    func waiting() async throws {
        let store = try await TestDatabase.store()
        let first = StoredRecord(bytes: [1])
        #expect(
            try await store.replaceRecord(of: "doc-42", version: nil, with: first, accounts: AccountChanges())
        )
        let replacement = try await store.database.whileOpen("UPDATE collaboration SET version = '\\x00'") {
            let replacement = Task {
                try await store.replaceRecord(
                    of: "doc-42",
                    version: first.version,
                    with: nil,
                    accounts: AccountChanges(added: ["bob"])
                )
            }
            try await store.database.waitForWaiting(on: "transactionid")
            return replacement
        }
        #expect(try await !replacement.value)
        #expect(try await store.collaborations(of: "bob", after: nil, limit: 1) == [])
    }

    @Test("A replacement whose outcome is unknown is not repeated by the PostgreSQL store")
    func unknownOutcome() async throws {
        let store = try await TestDatabase.store()
        let (first, second) = (StoredRecord(bytes: [1]), StoredRecord(bytes: [2]))
        #expect(
            try await store.replaceRecord(of: "doc-42", version: nil, with: first, accounts: AccountChanges())
        )
        try await store.database.endConnectionAtNextCommit(on: "collaboration")
        let error = await #expect(throws: PostgreSQLError.self) {
            try await store.replaceRecord(
                of: "doc-42",
                version: first.version,
                with: second,
                accounts: AccountChanges()
            )
        }
        #expect(error == .outcomeUnknown(reason: "terminating connection due to administrator command"))
        #expect(try await store.record(of: "doc-42") == first)
    }

    @Test(
        "A version or an identifier that the PostgreSQL store cannot have written is an error of the database"
    )
    func damage() async throws {
        let store = try await TestDatabase.store()
        try await store.database.run(
            script: """
                INSERT INTO collaboration VALUES ('a', '\\x00', '\\x01'); UPDATE collaboration_store SET identifier = ''
                """
        )
        await #expect(throws: PostgreSQLError.unexpectedValue("a version has not 16 bytes")) {
            try await store.record(of: "a")
        }
        let error = PostgreSQLError.unexpectedValue(
            "the table collaboration_store has not one row with 16 bytes"
        )
        await #expect(throws: error) { try await TestDatabase.store() }
    }

    @Test("Tables of another version in PostgreSQL are refused and left as they are", arguments: [1, 3])
    func otherTables(version: Int64) async throws {
        let database = try await TestDatabase.openWithNumber()
        try await database.run(script: "UPDATE schema_version SET version = \(version)")
        await #expect(throws: PostgreSQLError.otherSchema(version: version, knownVersion: 2)) {
            try await TestDatabase.store()
        }
        let tables: PostgreSQLQuery = """
            SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema()
            """
        #expect(try await database.read(tables).integers == [2])
        // The server that made them goes on.
        try await database.run(script: "UPDATE schema_version SET version = 2")
        _ = try await TestDatabase.store()
        #expect(try await database.number == 0)
    }

    @Test(
        "A server of version 1 that has added its tables in vain does not keep PostgreSQL's store from opening"
    )
    func addedTables() async throws {
        let store = try await TestDatabase.store()
        try await store.database.run(script: "INSERT INTO schema_version VALUES ('participants', 1)")
        #expect(try await TestDatabase.store().identifier == store.identifier)
    }
}
