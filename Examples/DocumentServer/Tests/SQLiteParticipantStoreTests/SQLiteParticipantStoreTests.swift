import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import GRDB
import StoreTesting
import Testing

@testable import SQLiteParticipantStore

@Suite("SQLite store")
struct SQLiteParticipantStoreTests {
    let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    @Test("The SQLite store conforms with three databases on one file")
    func conformance() async throws {
        let nodes = try await [file.store(), file.store(), file.store()]
        try await ParticipantStoreConformance.check(nodes: nodes)
        #expect(try await nodes[0].wrongSizes() == 0)
    }

    @Test(
        "A SQLite store follows each rule while every pairing evicts what has expired",
        arguments: ParticipantStoreRule.all
    )
    func evictions(rule: ParticipantStoreRule) async throws {
        var nodes: [EvictingStore] = []
        for store in try await [file.store(), file.store()] {
            nodes.append(EvictingStore(store) { _ = try await store.evict(expiredBefore: $0) })
        }
        try await rule.check(nodes: nodes)
    }

    @Test(
        "The statements of the SQLite store are those of the store guide",
        arguments: StoreStatement.allCases
    )
    func statements(statement: StoreStatement) throws {
        var repository = URL(filePath: #filePath)
        for _ in 0..<5 { repository.deleteLastPathComponent() }
        let guide = try String(
            contentsOf: repository.appending(path: "Documentation/StoreGuide.md"),
            encoding: .utf8
        )
        #expect(guide.contains("```sql\n\(statement.rawValue)\n```"))
    }

    @Test("At the limit the SQLite store refuses new identities, and accepts known ones and each removal")
    func maximumIdentityCount() async throws {
        let store = try await file.store()
        let identities = try (0..<5).map { try Person.Identity(rootHash: Data(repeating: $0, count: 32)) }
        func update(adding added: [Int] = [], removing removed: [Int] = []) async throws {
            let update = ParticipantsUpdate(
                collaborationIdentifier: "doc-42",
                addedIdentities: added.map { identities[$0] },
                removedIdentities: removed.map { identities[$0] }
            )
            #expect(try await store.update(update).isEmpty)
        }
        try await update(adding: [0], removing: [1])
        try await store.database.write { database in
            try database.execute(sql: "UPDATE collaboration_size SET identity_count = identity_count + 99997")
        }
        let refusal = ParticipantLimitError.collaborationTooLarge(maximum: 100_000)
        await #expect(throws: refusal) { try await update(adding: [2, 3]) }
        await #expect(throws: refusal) { try await update(adding: [2, 3], removing: [0]) }
        #expect(try await store.participants(in: "doc-42").map(\.identity) == [identities[0]])
        try await update(adding: [2, 2, 1])
        try await update(adding: [0, 2, 4], removing: [0, 3, 4])
        await #expect(throws: refusal) { try await update(adding: [3]) }
        #expect(try await store.participants(in: "doc-42").map(\.identity) == [identities[2]])
        _ = try await store.forget("doc-42")
        try await update(adding: [3])
        #expect(try await store.wrongSizes() == 0)
    }

    @Test("Pages of the SQLite store have what the whole lists have, also while entries are removed")
    func pages() async throws {
        let store = try await file.store()
        let identities = try (0..<7).map { try Person.Identity(rootHash: Data(repeating: $0, count: 32)) }
        let update = ParticipantsUpdate(
            collaborationIdentifier: "doc-42",
            addedIdentities: identities.shuffled(),
            removedIdentities: [identities[2], identities[3]]
        )
        _ = try await store.update(update)
        let first = try await store.participants(in: "doc-42", after: nil, limit: 2)
        #expect(first.participants.map(\.identity) == Array(identities[0...1]))
        #expect(first.last == identities[1])
        _ = try await store.removeUnproven([identities[1], identities[6]], from: "doc-42")
        let second = try await store.participants(in: "doc-42", after: first.last, limit: 2)
        #expect(second.participants == [] && second.last == identities[3])
        let third = try await store.participants(in: "doc-42", after: second.last, limit: 5)
        #expect(third.participants.map(\.identity) == Array(identities[4...5]) && third.last == nil)

        let names = ["a", "B", "a\0", "caf\u{e9}", "cafe\u{301}", "\u{1F600}"].map {
            CollaborationIdentifier($0)
        }
        try await store.database.write { database in
            for (index, name) in (names + names).enumerated() {
                let sql = "INSERT INTO participant (collaboration, root_hash, account) VALUES (?, ?, ?)"
                let values = [name.bytes, Data(repeating: UInt8(index), count: 32), Data("bob".utf8)]
                try database.execute(sql: sql, arguments: StatementArguments(values))
            }
        }
        var found: [CollaborationIdentifier] = []
        while case let page = try await store.collaborations(of: "bob", after: found.last ?? "\0", limit: 2),
            !page.isEmpty
        {
            found += page
        }
        #expect(found == names.sorted())
        #expect(try await store.collaborations(of: "Bob", after: "\0", limit: 2) == [])
    }

    @Test("A store that is opened again has its identifier and its participants, and refuses replays")
    func reopening() async throws {
        let bob = SimulatedPerson("Bob")
        let identity = try bob.identity(in: "doc-42")
        let challenges = try ChallengeAuthority(key: ChallengeKey())
        let server = try await CollaborationAccess(store: file.store(), challenges: challenges)
        let identifier = try await file.store().identifier
        try await server.addParticipants([identity.identity], to: "doc-42")
        let challenge = server.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: identity)
        try await server.admit(proof, answering: challenge, as: "bob", to: "doc-42")

        let again = try await CollaborationAccess(store: file.store(), challenges: challenges)
        #expect(try await file.store().identifier == identifier)
        #expect(try await again.access(of: "bob", to: "doc-42")?.identities == [identity.identity])
        #expect(try await again.collaborations(of: "bob") == ["doc-42"])
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await again.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
    }

    @Test("Two files have different identifiers")
    func identifiers() async throws {
        let other = try TemporaryFile()
        #expect(try await file.store().identifier != other.store().identifier)
    }

    @Test("An empty name is a name and not NULL")
    func emptyNames() async throws {
        let bob = SimulatedPerson("Bob")
        let identity = try bob.identity(in: "")
        let server = try await CollaborationAccess(
            store: file.store(),
            challenges: ChallengeAuthority(key: ChallengeKey())
        )
        try await server.addParticipants([identity.identity], to: "")
        let challenge = server.challenge(for: "", account: "")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: identity)
        try await server.admit(proof, answering: challenge, as: "", to: "")
        #expect(try await server.accounts(in: "") == [""])
        #expect(try await server.collaborations(of: "") == [""])
    }

    @Test("A root hash or an identifier of a wrong length in the file is reported as damage")
    func damage() async throws {
        let database = try file.database()
        let store = try await SQLiteParticipantStore(database)
        try await database.write { database in
            let sql = "INSERT INTO participant (collaboration, root_hash, account) VALUES (?, ?, ?)"
            let values = ["doc-42", String(repeating: "x", count: 31), "bob"].map { Data($0.utf8) }
            try database.execute(sql: sql, arguments: StatementArguments(values))
            try database.execute(sql: "UPDATE store SET identifier = x'00'")
        }
        let rootHash = SQLiteDatabaseError.damaged("a root hash has 32 bytes, not 31")
        await #expect(throws: rootHash) { try await store.identities(of: "bob", in: "doc-42") }
        await #expect(throws: rootHash) { try await store.participants(in: "doc-42") }
        let identifier = SQLiteDatabaseError.damaged("the identifier of the store has 1 bytes, not 16")
        await #expect(throws: identifier) { try await SQLiteParticipantStore(database) }
    }
}

extension SQLiteParticipantStore {
    /// The number of collaborations whose size is not that of their rows.
    func wrongSizes() async throws -> Int? {
        try await database.read { database in
            let sql = """
                SELECT COUNT(*) FROM (SELECT collaboration, COUNT(*) AS rows FROM participant GROUP BY collaboration)
                FULL JOIN collaboration_size USING (collaboration) WHERE rows IS NOT identity_count
                """
            return try Int.fetchOne(database, sql: sql)
        }
    }
}
