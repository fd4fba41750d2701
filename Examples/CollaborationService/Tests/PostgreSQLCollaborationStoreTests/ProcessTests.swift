import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@testable import PostgreSQLCollaborationStore

/// Each process is this test run again, with the body of the expectation only.
@Suite("Several processes on one PostgreSQL", .needsPostgreSQL, .schemaOfItsOwn, .timeLimit(.minutes(30)))
struct ProcessTests {
    @Test("The PostgreSQL store conforms in three processes at the same time")
    func conformance() async throws {
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [string = TestDatabase.connectionString as String] in
                        let nodes = try await [
                            PostgreSQLCollaborationStore(PostgreSQLDatabase(string, connectionCount: 2)),
                            PostgreSQLCollaborationStore(PostgreSQLDatabase(string, connectionCount: 2)),
                        ]
                        try await CollaborationStoreChecks.check(nodes: nodes)
                    }
                }
            }
        }
    }

    @Test("Processes that open an empty database at the same time make one store")
    func firstStart() async throws {
        let database = try await TestDatabase.open(connectionCount: 1)
        try await database.run(script: "CREATE TABLE found (identifier BYTEA)")
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [string = TestDatabase.connectionString as String] in
                        let database = try await PostgreSQLDatabase(string, connectionCount: 1)
                        try await database.waitForProcesses(4)
                        let store = try await PostgreSQLCollaborationStore(database)
                        let identifier = PostgreSQLValue.bytes(store.identifier.rawRepresentation)
                        let statement: PostgreSQLStatement = "INSERT INTO found VALUES (:identifier)"
                        _ = try await database.write(PostgreSQLQuery(statement, ["identifier": identifier]))
                    }
                }
            }
        }
        let found = try await database.read("SELECT identifier FROM found").rows.map { try $0.bytes(0) }
        #expect(found.count == 4)
        #expect(Set(found) == [try await TestDatabase.store().identifier.rawRepresentation])
    }

    @Test("A challenge is used by one attempt of many in several processes at the same time")
    func replays() async throws {
        let bob = SimulatedPerson("Bob")
        let identity = try bob.identity(in: "doc-42")
        let store = try await TestDatabase.store()
        let key = ChallengeKey()
        let server = CollaborationAccess(store: store, challenges: try ChallengeAuthority(key: key))
        try await server.addParticipants([identity.identity], to: "doc-42")
        let challenge = server.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: identity)
        try await store.database.run(script: "CREATE TABLE admission (number BIGINT)")
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask { [key = key.rawRepresentation, proof = proof] in
                    await #expect(processExitsWith: .success) {
                        [
                            string = TestDatabase.connectionString as String, key = key as Data,
                            proof = proof as Person.SignedIdentityProof, challenge = challenge as Data
                        ] in
                        let database = try await PostgreSQLDatabase(string, connectionCount: 4)
                        let server = CollaborationAccess(
                            store: try await PostgreSQLCollaborationStore(database),
                            challenges: try ChallengeAuthority(key: ChallengeKey(bytes: key))
                        )
                        try await database.waitForProcesses(3)
                        await withTaskGroup { group in
                            for _ in 0..<8 {
                                group.addTask {
                                    do {
                                        try await server.admit(
                                            proof,
                                            answering: challenge,
                                            as: "bob",
                                            to: "doc-42"
                                        )
                                    } catch {
                                        return #expect(error as? AccessRefusal == .challengeAlreadyUsed)
                                    }
                                    await #expect(throws: Never.self) {
                                        _ = try await database.write("INSERT INTO admission VALUES (1)")
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        #expect(try await store.database.read("SELECT number FROM admission").integers == [1])
        #expect(try await server.record(of: "doc-42").participants.map(\.account) == ["bob"])
    }
}

extension PostgreSQLDatabase {
    /// Waits until so many processes have called this, or fails if one of them never does.
    fileprivate func waitForProcesses(_ count: Int64) async throws {
        try await makeTables("test", script: "CREATE TABLE ready (process BIGINT)")
        _ = try await write("INSERT INTO ready VALUES (1)")
        let deadline = ContinuousClock.now + .seconds(60)
        while try await read("SELECT process FROM ready").rows.count < count {
            try #require(ContinuousClock.now < deadline)
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
