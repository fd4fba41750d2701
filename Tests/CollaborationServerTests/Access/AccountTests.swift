import CollaborationModels
import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Testing

@Suite("Accounts")
struct AccountTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob")
    let carol = SimulatedPerson("Carol")
    let documents: [CollaborationIdentifier] = ["doc-1", "doc-2", "doc-3"]

    /// Invites two people to three documents.
    ///
    /// Bob opens the first two, Carol the first.
    init() async throws {
        server = try TestServer()
        for document in documents {
            let identities = try [bob, carol].map { try $0.identity(in: document).identity }
            try await server.collaborations.addParticipants(identities, to: document)
        }
        try await open("doc-1", bob, as: "bob")
        try await open("doc-2", bob, as: "bob")
        try await open("doc-1", carol, as: "carol")
    }

    func open(
        _ document: CollaborationIdentifier,
        _ person: SimulatedPerson,
        as account: AccountIdentifier
    ) async throws {
        try await server.admit(person.devices[0], of: person.identity(in: document), as: account)
    }

    @Test(
        "An account that leaves loses access and may come back through the link, also if it was added again"
    )
    func leaving() async throws {
        let identity = try bob.identity(in: "doc-1").identity
        #expect(try await server.collaborations.leave("doc-1", as: "bob") == [identity])
        #expect(try await server.collaborations.leave("doc-1", as: "bob") == [])
        #expect(try await server.collaborations.record(of: "doc-1").accounts == ["carol"])
        #expect(try await server.collaborations.record(of: "doc-2").accounts == ["bob"])
        try await open("doc-1", bob, as: "bob")
        #expect(try await server.collaborations.record(of: "doc-1").accounts == ["bob", "carol"])
    }

    @Test("An account that is removed loses access with all its identities, and proving one again is refused")
    func removal() async throws {
        let second = try bob.identity(in: "doc-1", invitation: 1)
        try await server.collaborations.addParticipants([second.identity], to: "doc-1")
        try await server.admit(bob.devices[0], of: second, as: "bob")
        let first = try bob.identity(in: "doc-1")
        let removed = try await server.collaborations.removeAccount("bob", from: "doc-1")
        #expect(removed == [first.identity, second.identity])
        #expect(try await server.collaborations.removeAccount("bob", from: "doc-1") == [])
        #expect(try await server.collaborations.collaborations(of: "bob") == ["doc-2"])
        try await server.collaborations.addParticipants(removed, to: "doc-1")
        for identity in [first, second] {
            try await server.refuse(bob.devices[0], of: identity, as: "bob")
        }
    }

    @Test("An account that is deleted leaves all collaborations, whose invitations stay open")
    func deletion() async throws {
        #expect(try await server.collaborations.deleteAccount("bob") == ["doc-1", "doc-2"])
        #expect(try await server.collaborations.deleteAccount("bob") == [])
        for document in documents {
            #expect(try await server.collaborations.access(of: "bob", to: document) == nil)
        }
        #expect(try await server.collaborations.record(of: "doc-1").accounts == ["carol"])
        try await open("doc-2", bob, as: "robert")
    }

    @Test("A deletion of an account that failed midway can be repeated")
    func repeatedDeletion() async throws {
        let failed = Locked(false)
        let failing = FaultyStore(
            server.store,
            before: { replaced in
                guard replaced == "doc-2", !failed.withLock({ $0 }) else { return }
                failed.withLock { $0 = true }
                throw FaultyStore.Failure()
            }
        )
        let collaborations = CollaborationAccess(store: failing, challenges: server.challenges)
        await #expect(throws: FaultyStore.Failure.self) {
            try await collaborations.deleteAccount("bob")
        }
        #expect(try await collaborations.deleteAccount("bob").contains("doc-2"))
        #expect(try await collaborations.collaborations(of: "bob") == [])
    }

    @Test("The identities that nobody has proven can be counted and pruned, and one proven meanwhile stays")
    func unproven() async throws {
        let dave = SimulatedPerson("Dave")
        let davesIdentity = try dave.identity(in: "doc-2")
        let carols = try carol.identity(in: "doc-2").identity
        try await server.collaborations.addParticipants([davesIdentity.identity], to: "doc-2")
        let unproven = try await server.collaborations.record(of: "doc-2").unprovenIdentities
        #expect(unproven == [carols, davesIdentity.identity])
        #expect(try await server.collaborations.record(of: "doc-2").accounts == ["bob"])

        try await open("doc-2", dave, as: "dave")
        #expect(try await server.collaborations.removeUnproven(unproven, from: "doc-2") == [carols])
        #expect(try await server.collaborations.removeUnproven(unproven, from: "doc-2") == [])
        #expect(try await server.collaborations.record(of: "doc-2").unprovenIdentities == [])
        #expect(try await server.collaborations.record(of: "doc-2").accounts == ["bob", "dave"])
        try await server.collaborations.addParticipants(unproven, to: "doc-2")
        await #expect(throws: AccessRefusal.unknownIdentity) { try await open("doc-2", carol, as: "carol") }
    }
}
