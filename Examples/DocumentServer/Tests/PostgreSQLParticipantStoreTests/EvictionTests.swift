import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@testable import PostgreSQLParticipantStore

@Suite("Eviction in PostgreSQL", .needsPostgreSQL, .schemaOfItsOwn)
struct EvictionTests {
    let store: PostgreSQLParticipantStore

    init() async throws {
        store = try await TestDatabase.store()
    }

    @Test("PostgreSQL deletes a record after its expiration and not before")
    func expiration() async throws {
        try await record("1000, 2000, 2000, 3000")
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 1)) == 0)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 2.0005)) == 1)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 2.001)) == 2)
        #expect(try await remaining() == [3000])
        #expect(try await evictedThrough() == [2000])
    }

    @Test(
        "PostgreSQL keeps a use until its expiration, rounded up to milliseconds, and refuses a replay also after it"
    )
    func use() async throws {
        let challenges = try ChallengeAuthority(
            key: ChallengeKey(),
            clockTolerance: .seconds(60) + .microseconds(500),
            clock: { Date(timeIntervalSince1970: 2_000_000_000) }
        )
        let server = CollaborationAccess(store: store, challenges: challenges)
        let bob = SimulatedPerson("Bob")
        let identity = try bob.identity(in: "doc-42")
        try await server.addParticipants([identity.identity], to: "doc-42")
        let challenge = server.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: identity)
        try await server.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        #expect(try await remaining() == [2_000_000_180_001])

        #expect(try await store.evict(expiredBefore: .distantFuture) == 1)
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await server.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
    }

    @Test("The latest expiration that PostgreSQL has evicted never goes back")
    func latestExpiration() async throws {
        for expiration in ["5000", "4000"] {
            try await record(expiration)
            #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 9)) == 1)
            #expect(try await evictedThrough() == [5000])
        }
    }

    @Test("A backlog in PostgreSQL is evicted in several transactions, also if many records expire together")
    func backlog() async throws {
        try await record("generate_series(1, 4900)")
        try await record("(SELECT 5000 FROM generate_series(1, 7000))")
        try await record("generate_series(5001, 11000)")
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 10.9905)) == 17_889)
        #expect(try await remaining() == Array(10_990...11_000))
        #expect(try await evictedThrough() == [10_989])
    }

    @Test("A round of the eviction from PostgreSQL ends before a record that has not expired")
    func endOfRound() async throws {
        try await record("generate_series(1, 5002)")
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 5.0025)) == 5001)
        #expect(try await remaining() == [5002])
    }

    @Test("A clock before 1970 or after all dates evicts nothing or everything from PostgreSQL")
    func extremeClocks() async throws {
        try await record("1, 9223372036854775806")
        #expect(try await store.evict(expiredBefore: .distantPast) == 0)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: -.infinity)) == 0)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: .infinity)) == 2)
    }

    @Test("While one server evicts from PostgreSQL, another one returns at once")
    func oneAtATime() async throws {
        try await record("1000")
        let other = try await TestDatabase.store()
        let count = try await other.database.whileOpen(ParticipantStatements.evictionLock.text) {
            try await store.evict(expiredBefore: Date(timeIntervalSince1970: 9))
        }
        #expect(count == 0)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 9)) == 1)
    }

    private func record(_ expirations: String) async throws {
        try await store.database.transaction { connection in
            let list = expirations.hasSuffix(")") ? expirations : "unnest(ARRAY[\(expirations)])"
            try connection.run(
                script: """
                    INSERT INTO challenge_use
                    SELECT decode(md5(random()::TEXT || expiration), 'hex'), 1, expiration FROM \(list) AS use (expiration)
                    """
            )
        }
    }

    private func remaining() async throws -> [Int64] {
        try await store.database.read("SELECT expiration FROM challenge_use ORDER BY expiration")[0].integers
    }

    private func evictedThrough() async throws -> [Int64] {
        try await store.database.read("SELECT evicted_through FROM eviction")[0].integers
    }
}
