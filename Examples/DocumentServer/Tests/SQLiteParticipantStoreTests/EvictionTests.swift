import CollaborationServer
import CollaborationTesting
import Foundation
import GRDB
import Testing

@testable import SQLiteParticipantStore

@Suite("Eviction")
struct EvictionTests {
    let database: SQLiteDatabase
    let store: SQLiteParticipantStore
    private let file: TemporaryFile

    init() async throws {
        file = try TemporaryFile()
        database = try file.database()
        store = try await SQLiteParticipantStore(database)
    }

    @Test("A record is deleted after its expiration and not before")
    func expiration() async throws {
        try await record(expirations: [1000, 2000, 2000, 3000])
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 1)) == 0)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 2.0005)) == 1)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 2.001)) == 2)
        #expect(try await remaining() == [3000])
        #expect(try await evictedThrough() == 2000)
    }

    @Test(
        "SQLite keeps a use until its expiration, rounded up to milliseconds, and refuses a replay also after it"
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

    @Test("The latest evicted expiration never goes back")
    func latestExpiration() async throws {
        try await record(expirations: [5000])
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 9)) == 1)
        try await record(expirations: [4000])
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 9)) == 1)
        #expect(try await evictedThrough() == 5000)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 9)) == 0)
        #expect(try await evictedThrough() == 5000)
    }

    @Test("A backlog is evicted in several transactions, the earliest expirations first")
    func backlog() async throws {
        // Many expire at once in the middle, which is more than one transaction deletes otherwise.
        try await record(
            expirations: Array(1...999) + Array(repeating: 1000, count: 1500) + Array(1001...2500)
        )
        let commits = CommitObserver(database)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: 2.4005)) == 3898)
        #expect(try await remaining() == Array(2400...2500))
        #expect(try await evictedThrough() == 2399)
        #expect(commits.count == 3)
    }

    @Test("A clock before 1970 or after all dates evicts nothing or everything")
    func extremeClocks() async throws {
        try await record(expirations: [1, .max - 1])
        #expect(try await store.evict(expiredBefore: .distantPast) == 0)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: -.infinity)) == 0)
        #expect(try await store.evict(expiredBefore: Date(timeIntervalSince1970: .infinity)) == 2)
    }

    private func record(expirations: [Int64]) async throws {
        try await database.write { database in
            for expiration in expirations {
                let sql = "INSERT INTO challenge_use VALUES (randomblob(32), 1, ?)"
                try database.execute(sql: sql, arguments: [expiration])
            }
        }
    }

    private func remaining() async throws -> [Int64] {
        try await database.read {
            try Int64.fetchAll($0, sql: "SELECT expiration FROM challenge_use ORDER BY expiration")
        }
    }

    private func evictedThrough() async throws -> Int64? {
        try await database.read { try Int64.fetchOne($0, sql: "SELECT evicted_through FROM eviction") }
    }
}
