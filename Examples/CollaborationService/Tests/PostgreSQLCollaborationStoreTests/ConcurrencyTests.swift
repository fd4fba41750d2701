import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Testing

@testable import PostgreSQLCollaborationStore

@Suite("Concurrency in PostgreSQL", .needsPostgreSQL, .schemaOfItsOwn, .timeLimit(.minutes(30)))
struct ConcurrencyTests {
    @Test("A hundred tasks with two pools of few connections admit, ask and remove without an error")
    func hundredTasks() async throws {
        let challenges = try ChallengeAuthority(key: ChallengeKey())
        let stores = [
            try await TestDatabase.store(connectionCount: 3),
            try await TestDatabase.store(connectionCount: 3),
        ]
        let servers = stores.map { CollaborationAccess(store: $0, challenges: challenges) }
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    // Ten tasks share each collaboration, so that some conflict.
                    let collaboration = CollaborationIdentifier("doc-\(number % 10)")
                    let account = AccountIdentifier("account-\(number)")
                    let person = SimulatedPerson("person-\(number)")
                    let identity = try person.identity(in: collaboration)
                    let server = servers[number % 2]
                    try await server.addParticipants([identity.identity], to: collaboration)
                    for _ in 0..<3 {
                        let challenge = server.challenge(for: collaboration, account: account)
                        let proof = try person.devices[0].signedProof(signing: challenge, for: identity)
                        try await server.admit(proof, answering: challenge, as: account, to: collaboration)
                        #expect(try await server.access(of: account, to: collaboration) != nil)
                    }
                    #expect(
                        try await server.removeParticipants([identity.identity], from: collaboration) == [
                            account
                        ]
                    )
                    #expect(try await server.access(of: account, to: collaboration) == nil)
                }
            }
            try await group.waitForAll()
        }
        for store in stores {
            await store.database.close()
            await #expect(throws: PostgreSQLError.closed) { try await store.record(of: "doc-1") }
        }
    }
}
