import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@testable import PostgreSQLCollaborationStore

/// Each process is this test run again, with the body of the expectation only.
@Suite("Several processes on one PostgreSQL", .needsPostgreSQL, .schemaOfItsOwn, .timeLimit(.minutes(30)))
struct ProcessTests {
    @Test("The PostgreSQL store conforms in three processes at the same time, which make one store")
    func conformance() async throws {
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [string = TestDatabase.connectionString as String] in
                        let limits = TestDatabase.longLimits
                        let nodes = try await [
                            PostgreSQLCollaborationStore(string, connectionCount: 2, timeLimits: limits),
                            PostgreSQLCollaborationStore(string, connectionCount: 2, timeLimits: limits),
                        ]
                        try await CollaborationStoreChecks.check(nodes: nodes, timeLimit: .seconds(300))
                    }
                }
            }
        }
        #expect(try await TestDatabase.connection().numbers("SELECT count(*) FROM collaboration_store") == [1])
    }

    @Test("A challenge is used by one attempt of many in several processes at the same time")
    func replays() async throws {
        let bob = SimulatedPerson("Bob")
        let identity = try bob.identity(in: "doc-42")
        let key = ChallengeKey()
        let server = Collaborations(store: try await TestDatabase.store(), key: key)
        let options = try CollaborationShareOptions(optionsGroups: [])
        try await server.start("doc-42", with: StartRequest(), offering: options, by: "alice")
        let update = ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: [identity.identity])
        try await server.apply(update, to: "doc-42", by: "alice")
        let answer = try bob.devices[0].answer(server.challenge(for: "doc-42", account: "bob"), for: identity)
        let connection = try TestDatabase.connection()
        try await connection.run(script: "CREATE TABLE admission (number BIGINT)")
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask { [key = key.rawRepresentation, answer = answer.json] in
                    await #expect(processExitsWith: .success) {
                        [string = TestDatabase.connectionString as String, key = key as Data, answer = answer as Data]
                        in
                        let server = Collaborations(
                            store: try await PostgreSQLCollaborationStore(
                                string,
                                connectionCount: 4,
                                timeLimits: TestDatabase.longLimits
                            ),
                            key: try ChallengeKey(bytes: key)
                        )
                        let answer = try IdentityProofAnswer(json: answer)
                        let connection = ReopenedConnection(
                            try ConnectionString(string),
                            limits: TestDatabase.longLimits
                        )
                        try await withThrowingTaskGroup { group in
                            for _ in 0..<8 {
                                group.addTask {
                                    do throws(CollaborationError) {
                                        try await server.admit(answer, as: "bob", to: "doc-42")
                                    } catch {
                                        return #expect(error == .refused(.challengeAlreadyUsed))
                                    }
                                    let insert = PostgreSQLQuery("INSERT INTO admission VALUES (1)")
                                    _ = try await connection.write([insert])
                                }
                            }
                            try await group.waitForAll()
                        }
                    }
                }
            }
        }
        #expect(try await connection.numbers("SELECT number FROM admission") == [1])
        #expect(try await server.participants(of: "doc-42").map(\.account) == ["bob"])
    }
}
