import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import StoreTesting
import Testing

@testable import PostgreSQLParticipantStore

@Suite("PostgreSQL store", .needsPostgreSQL, .schemaOfItsOwn)
struct PostgreSQLParticipantStoreTests {
    let bob = SimulatedPerson("Bob")

    @Test("The PostgreSQL store conforms with three pools of connections")
    func conformance() async throws {
        let nodes = [
            try await TestDatabase.store(connectionCount: 1),
            try await TestDatabase.store(connectionCount: 2),
            try await TestDatabase.store(connectionCount: 4),
        ]
        try await ParticipantStoreConformance.check(nodes: nodes)
        #expect(try await nodes[0].wrongSizes() == 0)
    }

    @Test("The PostgreSQL store conforms while every pairing evicts what has expired")
    func conformanceWithEvictions() async throws {
        var nodes: [EvictingStore] = []
        for store in [try await TestDatabase.store(), try await TestDatabase.store()] {
            nodes.append(EvictingStore(store) { try await store.evict(expiredBefore: $0) })
        }
        try await ParticipantStoreConformance.check(nodes: nodes)
    }

    @Test(
        "A PostgreSQL store that is opened again has its identifier and its participants, and refuses replays"
    )
    func reopening() async throws {
        let identity = try bob.identity(in: "doc-42")
        let challenges = try ChallengeAuthority(key: ChallengeKey())
        let store = try await TestDatabase.store()
        let server = CollaborationAccess(store: store, challenges: challenges)
        try await server.addParticipants([identity.identity], to: "doc-42")
        let challenge = server.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: identity)
        try await server.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        await store.database.close()

        let reopened = try await TestDatabase.store()
        let again = CollaborationAccess(store: reopened, challenges: challenges)
        #expect(reopened.identifier == store.identifier)
        #expect(try await again.access(of: "bob", to: "doc-42")?.identities == [identity.identity])
        #expect(try await again.collaborations(of: "bob") == ["doc-42"])
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await again.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
    }

    @Test(
        "Names with a zero byte, without bytes or outside of ASCII are all different to the PostgreSQL store"
    )
    func names() async throws {
        let names = [
            "", "\0", "bob", "bob\0", "bob\0x", "bob ", "Bob", "b\u{f6}b", "bo\u{308}b", "\u{1F600}",
            "\u{FFFD}",
        ]
        let store = try await TestDatabase.store()
        for name in names {
            let collaboration = CollaborationIdentifier(name)
            let identity = try bob.identity(in: collaboration)
            let server = CollaborationAccess(
                store: store,
                challenges: try ChallengeAuthority(key: ChallengeKey())
            )
            try await server.addParticipants([identity.identity], to: collaboration)
            let challenge = server.challenge(for: collaboration, account: AccountIdentifier(name))
            let proof = try bob.devices[0].signedProof(signing: challenge, for: identity)
            try await server.admit(
                proof,
                answering: challenge,
                as: AccountIdentifier(name),
                to: collaboration
            )
        }
        for name in names {
            #expect(
                try await store.collaborations(of: AccountIdentifier(name)) == [CollaborationIdentifier(name)]
            )
            let participants = try await store.participants(in: CollaborationIdentifier(name))
            #expect(participants.map(\.account) == [AccountIdentifier(name)])
        }
    }

    @Test("The largest update is applied by the PostgreSQL store, and a second one removes it again")
    func largestUpdate() async throws {
        let identities = try (0..<ParticipantsUpdate.maximumIdentityCount).map { number in
            let tail = withUnsafeBytes(of: number.bigEndian) { Data($0) }
            return try Person.Identity(rootHash: Data(repeating: 0, count: 24) + tail)
        }
        let store = try await TestDatabase.store()
        let added = ParticipantsUpdate(
            collaborationIdentifier: "doc-42",
            addedIdentities: identities + identities
        )
        let removed = ParticipantsUpdate(
            collaborationIdentifier: "doc-42",
            removedIdentities: identities + identities
        )
        #expect(try await store.update(added).isEmpty)
        #expect(try await store.participants(in: "doc-42").count == identities.count)
        #expect(try await store.update(removed).isEmpty)
        #expect(try await store.participants(in: "doc-42").isEmpty)
        #expect(try await store.update(added).isEmpty)
        #expect(try await store.participants(in: "doc-42").isEmpty)
    }

    @Test("At the limit the PostgreSQL store refuses new identities, and accepts known ones and each removal")
    func maximumIdentityCount() async throws {
        let store = try await TestDatabase.store()
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
        try await store.database.transaction { connection in
            try connection.run(
                script: "UPDATE collaboration_size SET identity_count = identity_count + 99997"
            )
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

    @Test("Additions at the same time on several connections to PostgreSQL do not exceed the limit")
    func racingAdditions() async throws {
        let store = try await TestDatabase.store(connectionCount: 4)
        let identities = try (0..<8).map { try Person.Identity(rootHash: Data(repeating: $0, count: 32)) }
        func add(_ identity: Person.Identity) async throws {
            let update = ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: [identity])
            _ = try await store.update(update)
        }
        try await add(identities[0])
        try await store.database.transaction { connection in
            try connection.run(script: "UPDATE collaboration_size SET identity_count = 99997")
        }
        let addedCount = try await withThrowingTaskGroup { group in
            for identity in identities.dropFirst() {
                group.addTask {
                    do {
                        try await add(identity)
                        return 1
                    } catch is ParticipantLimitError {
                        return 0
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(addedCount == 3)
        #expect(try await store.participants(in: "doc-42").count == 4)
    }

    @Test("Pages of the PostgreSQL store have what the whole lists have, also while entries are removed")
    func pages() async throws {
        let store = try await TestDatabase.store()
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
        let insertion: PostgreSQLStatement = """
            INSERT INTO participant (collaboration, root_hash, account) VALUES (:collaboration, :root_hash, :account)
            """
        try await store.database.transaction { connection in
            for (index, name) in (names + names).enumerated() {
                let values: [String: PostgreSQLValue] = [
                    "collaboration": .name(name), "account": .utf8("bob"),
                    "root_hash": .bytes(Data(repeating: UInt8(index), count: 32)),
                ]
                _ = try connection.run(PostgreSQLQuery(insertion, values))
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

    @Test(
        "An addition of a known identity to PostgreSQL takes place wholly before a concurrent deletion or wholly after it"
    )
    func additionDuringDeletion() async throws {
        let identities = try ["Bob", "Carol"].map { try SimulatedPerson($0).identity(in: "doc-42").identity }
        let store = try await TestDatabase.store()
        _ = try await store.update(
            ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: [identities[0]])
        )
        try await store.database.waitAfterInsertion(into: "participant")
        let update = try await store.database.whileOpen("SELECT pg_advisory_xact_lock(\(waitingKey))") {
            let update = ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: identities)
            let updating = Task { try await store.update(update) }
            try await store.database.waitForWaiting()
            _ = try await store.forget("doc-42")
            // A deletion before the update has been observed, so the update must bring both.
            #expect(try await store.participants(in: "doc-42").isEmpty)
            return updating
        }
        _ = try await update.value
        #expect(try await Set(store.participants(in: "doc-42").map(\.identity)) == Set(identities))
    }

    @Test(
        "A root hash, a name or an identifier that the PostgreSQL store cannot have written is an error of the database"
    )
    func damage() async throws {
        let store = try await TestDatabase.store()
        let insertion: PostgreSQLStatement = """
            INSERT INTO participant VALUES (:collaboration, :root_hash, :account)
            """
        let collaboration = PostgreSQLValue.utf8("doc-42")
        try await store.database.transaction { connection in
            for (hash, account) in [(31, Data("bob".utf8)), (32, Data([0xFF]))] {
                let rootHash = PostgreSQLValue.bytes(Data(count: hash))
                let values = [
                    "collaboration": collaboration, "root_hash": rootHash, "account": .bytes(account),
                ]
                _ = try connection.run(PostgreSQLQuery(insertion, values))
            }
            try connection.run(script: "UPDATE store SET identifier = ''")
        }
        let rootHash = PostgreSQLError.unexpectedValue("a root hash has 32 bytes, not 31")
        await #expect(throws: rootHash) { try await store.identities(of: "bob", in: "doc-42") }
        let name = PostgreSQLError.unexpectedValue("a name is not UTF-8")
        await #expect(throws: name) { try await store.removeAll(from: "doc-42") }
        let identifier = PostgreSQLError.unexpectedValue("the table store has not one row with 16 bytes")
        await #expect(throws: identifier) { try await TestDatabase.store() }
        try await store.database.transaction { try $0.run(script: "DELETE FROM store") }
        await #expect(throws: identifier) { try await TestDatabase.store() }
    }

    @Test("Tables of a newer version of the PostgreSQL store are refused")
    func newerTables() async throws {
        let store = try await TestDatabase.store()
        #expect(try await store.database.read("SELECT version FROM schema_version")[0].integers == [1])
        try await store.database.transaction { try $0.run(script: "UPDATE schema_version SET version = 2") }
        await #expect(throws: PostgreSQLError.newerSchema(name: "participant_store", version: 2)) {
            try await TestDatabase.store()
        }
    }
}

extension PostgreSQLParticipantStore {
    /// The number of collaborations whose size is not that of their rows.
    fileprivate func wrongSizes() async throws -> Int64 {
        let query: PostgreSQLQuery = """
            SELECT COUNT(*) FROM (SELECT collaboration, COUNT(*) AS rows FROM participant GROUP BY collaboration) AS counted
            FULL JOIN collaboration_size USING (collaboration) WHERE rows IS DISTINCT FROM identity_count
            """
        return try await database.read(query)[0].rows[0].integer(0)
    }
}
