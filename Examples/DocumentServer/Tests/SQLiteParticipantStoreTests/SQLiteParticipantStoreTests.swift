import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import GRDB
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
    }

    @Test(
        "A SQLite store follows each rule while every pairing evicts what has expired",
        arguments: ParticipantStoreRule.all
    )
    func evictions(rule: ParticipantStoreRule) async throws {
        try await rule.check(nodes: [EvictingStore(file.store()), EvictingStore(file.store())])
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

/// A store that evicts at each pairing, by the time of its challenge.
struct EvictingStore: ParticipantStore {
    private let store: SQLiteParticipantStore

    init(_ store: SQLiteParticipantStore) { self.store = store }

    var identifier: StoreIdentifier { store.identifier }

    func pair(_ pairing: Pairing) async throws -> PairingOutcome {
        let outcome = try await store.pair(pairing)
        _ = try await store.evict(expiredBefore: pairing.challengeUse.date)
        return outcome
    }

    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        try await store.update(update)
    }

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await store.identities(of: account, in: collaboration)
    }

    func participants(in collaboration: CollaborationIdentifier) async throws -> Set<Participant> {
        try await store.participants(in: collaboration)
    }

    func collaborations(of account: AccountIdentifier) async throws -> Set<CollaborationIdentifier> {
        try await store.collaborations(of: account)
    }

    func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async throws -> Set<Person.Identity> {
        try await store.remove(account, from: collaboration, keepingIdentities: keepingIdentities)
    }

    func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await store.removeUnproven(identities, from: collaboration)
    }

    func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await store.removeAll(from: collaboration)
    }

    func forget(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await store.forget(collaboration)
    }
}
