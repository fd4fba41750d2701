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

    @Test("A replacement that waits for another one of the same record in PostgreSQL conflicts with it")
    func waiting() async throws {
        let store = try await TestDatabase.store()
        let first = StoredRecord(bytes: [1])
        let none = AccountChanges()
        #expect(try await store.replaceRecord(of: "doc-42", version: nil, with: first, accounts: none))
        let other = try TestDatabase.connection()
        let transaction = try OpenTransaction("UPDATE collaboration SET version = '\\x00'")
        let bob = AccountChanges(added: ["bob"])
        let replacement = Task {
            try await store.replaceRecord(of: "doc-42", version: first.version, with: nil, accounts: bob)
        }
        try await other.waitForWaiting()
        try await transaction.commit()
        #expect(try await !replacement.value)
        #expect(try await store.collaborations(of: "bob", after: nil, limit: 1) == [])
    }

    @Test("A replacement whose outcome is unknown is not repeated by the PostgreSQL store")
    func unknownOutcome() async throws {
        let store = try await TestDatabase.store()
        let (first, second) = (StoredRecord(bytes: [1]), StoredRecord(bytes: [2]))
        let none = AccountChanges()
        #expect(try await store.replaceRecord(of: "doc-42", version: nil, with: first, accounts: none))
        try await TestDatabase.connection().run(
            script: """
                CREATE SEQUENCE loss;
                CREATE FUNCTION lose() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('loss') <= 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                    RETURN NULL;
                END $$;
                CREATE CONSTRAINT TRIGGER lose AFTER INSERT OR UPDATE ON collaboration DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION lose();
                """
        )
        let reason = "terminating connection due to administrator command"
        await #expect(throws: PostgreSQLError.outcomeUnknown(reason: reason)) {
            try await store.replaceRecord(of: "doc-42", version: first.version, with: second, accounts: none)
        }
        #expect(try await store.record(of: "doc-42") == first)
    }

    @Test("A database that can only be read fails the check, and still gives records")
    func readOnly() async throws {
        let store = try await TestDatabase.store()
        _ = try await store.check()
        try await TestDatabase.connection().run(script: "DROP TABLE collaboration_store")
        await #expect(throws: PostgreSQLError.self) { try await store.check() }
        #expect(try await store.record(of: "a") == nil)
    }

    @Test("A version or an identifier that the PostgreSQL store cannot have written is an error of the database")
    func damage() async throws {
        let store = try await TestDatabase.store()
        try await TestDatabase.connection().run(
            script: """
                INSERT INTO collaboration VALUES ('a', '\\x00', '\\x01', 0); UPDATE collaboration_store SET identifier = ''
                """
        )
        await #expect(throws: PostgreSQLError.unexpectedValue("a version has not 16 bytes")) {
            try await store.record(of: "a")
        }
        let error = PostgreSQLError.unexpectedValue("the identifier of the store has not 16 bytes")
        await #expect(throws: error) { try await TestDatabase.store() }
    }

    @Test(
        "Tables of another version in PostgreSQL are refused and left as they are",
        arguments: [
            "CREATE TABLE collaboration_store (identifier BYTEA NOT NULL)",
            """
            CREATE TABLE collaboration_store (identifier BYTEA, version BIGINT, checked BIGINT);
            INSERT INTO collaboration_store VALUES ('a', 5, 0)
            """,
            "CREATE TABLE collaboration (id BIGINT)",
        ]
    ) func otherTables(script: String) async throws {
        let connection = try TestDatabase.connection()
        try await connection.run(script: script)
        let refused = PostgreSQLError.statementFailed(
            sqlState: "42P07",
            message: "relation \"collaboration\" already exists"
        )
        let error = await #expect(throws: PostgreSQLError.self) { try await TestDatabase.store() }
        #expect(error == (script.contains("store") ? .otherSchema : refused))
        let sql = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema"
        #expect(try await connection.numbers(sql) == [1])
    }

    @Test("A role of PostgreSQL that may make no tables opens a store whose tables are there")
    func rights() async throws {
        _ = try await TestDatabase.store()
        let string = TestDatabase.connectionString
        let schema = try #require(string.firstMatch(of: #/test_[0-9a-f]+/#)?.output)
        try await TestDatabase.connection().run(
            script: """
                CREATE ROLE \(schema);
                GRANT USAGE ON SCHEMA \(schema) TO \(schema);
                GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(schema)
                """
        )
        let asRole = string.replacing("options=", with: "options=-crole%3D\(schema)%20")
        try await TestDatabase.$connectionString.withValue(asRole) {
            let store = try await TestDatabase.store()
            let (record, bob) = (StoredRecord(bytes: [1]), AccountChanges(added: ["bob"]))
            #expect(try await store.replaceRecord(of: "a", version: nil, with: record, accounts: bob))
            _ = try await store.check()
        }
    }

    @Test("Closing a PostgreSQL store waits for open statements, and refuses later ones")
    func closing() async throws {
        let store = try await TestDatabase.store(connectionCount: 2)
        let first = StoredRecord(bytes: [1])
        let none = AccountChanges()
        #expect(try await store.replaceRecord(of: "a", version: nil, with: first, accounts: none))
        let other = try TestDatabase.connection()
        let transaction = try OpenTransaction("UPDATE collaboration SET record = record")
        let writing = Task { try await store.replaceRecord(of: "a", version: first.version, with: nil, accounts: none) }
        try await other.waitForWaiting()
        let closing = Task { await store.close() }
        // It refuses others as soon as it waits.
        while (try? await store.record(of: "a")) != nil {}
        await #expect(throws: PostgreSQLError.closed) { try await store.record(of: "a") }
        try await transaction.commit()
        await closing.value
        #expect(try await writing.value)
    }

    @Test("A standby is never connected to, and of several hosts the other one is", .needsStandby)
    func standby() async throws {
        let url = try #require(TestDatabase.standbyURL)
        try await TestDatabase.$connectionString.withValue(url) {
            let connection = try TestDatabase.connection()
            #expect(try await connection.numbers("SELECT count(*) WHERE NOT pg_is_in_recovery()") == [1])
        }
        await TestDatabase.$connectionString.withValue(url.replacing(",5432", with: "")) {
            let error = await #expect(throws: PostgreSQLError.self) { try await TestDatabase.store() }
            #expect(error?.description.contains("server is in hot standby mode") == true)
        }
    }
}

/// A connection for a transaction that a test leaves open.
private actor OpenTransaction {
    private let connection: PostgreSQLConnection

    init(_ script: String) throws {
        let string = try ConnectionString(TestDatabase.connectionString)
        connection = try PostgreSQLConnection.open(string, limits: TestDatabase.longLimits)
        try connection.run(script: "BEGIN; " + script)
    }

    func commit() throws { try connection.run(script: "COMMIT") }
}
