import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Changes of participants", .timeLimit(.minutes(1)))
struct ParticipantTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob")
    let carol = SimulatedPerson("Carol")
    let bobs: SimulatedInvitation
    let carols: SimulatedInvitation

    init() async throws {
        server = try TestServer()
        (bobs, carols) = (bob.invitation(to: "doc-42"), carol.invitation(to: "doc-42"))
        try await server.start(adding: [bobs.identity, carols.identity])
    }

    @Test("A server decides by the access of an account and the act which accounts may do what")
    func configured() async throws {
        let mayAct: @Sendable (Access, Act) -> Bool = { $0.isOwner || $1 == .addIdentities && $0.permits("write") }
        let configuration = try Collaborations.Configuration(mayAct: mayAct)
        let other = try TestServer(clock: server.clock, store: server.store, configuration: configuration)
        try await other.admit(bob, by: bobs)
        let dave = SimulatedPerson("Dave").invitation(to: "doc-42").identity
        #expect(try await other.update(adding: [dave], by: "bob").events == [.invited(dave)])
        #expect(try await other.update(by: "bob").isEmpty)
        for added in [[], [dave]] {
            await #expect(throws: CollaborationError.refused(.mayNotAct(.removeIdentities))) {
                try await other.update(adding: added, removing: [carols.identity], by: "bob")
            }
        }
        await #expect(throws: CollaborationError.refused(.mayNotAct(.end))) {
            try await other.document.end(by: .account("bob"))
        }
        try await server.start(selecting: ["read"])
        for removed in [[], [bobs.identity]] {
            await #expect(throws: CollaborationError.refused(.mayNotAct(.addIdentities))) {
                try await other.update(adding: [dave], removing: removed, by: "bob")
            }
        }
        await #expect(throws: CollaborationError.refused(.noAccess)) {
            try await other.update(removing: [bobs.identity], by: "mallory")
        }
    }

    @Test("Who may only remove identities adds none, also in an update that removes others")
    func removalAlone() async throws {
        let configuration = try Collaborations.Configuration(mayAct: { _, act in act == .removeIdentities })
        let other = try TestServer(clock: server.clock, store: server.store, configuration: configuration)
        for removed in [[], [carols.identity]] {
            await #expect(throws: CollaborationError.refused(.mayNotAct(.addIdentities))) {
                try await other.update(adding: [bobs.identity], removing: removed)
            }
        }
        #expect(try await other.update(removing: [carols.identity]).events == [.identityRemoved(carols.identity)])
    }

    @Test("An account keeps access while one of its identities remains")
    func severalIdentities() async throws {
        let second = bob.invitation(to: "doc-42", number: 1)
        try await server.update(adding: [second.identity])
        for identity in [bobs, second] { try await server.admit(bob, by: identity) }
        #expect(try await server.update(removing: [bobs.identity]).changed == ["bob"])
        let access = try await server.document.access(of: "bob")
        #expect(access?.identities == [second.identity])
        #expect(try await server.update(removing: [second.identity]).lost == ["bob"])
    }

    @Test("An update of more than 1,000 identities is refused and changes nothing")
    func updateLimit() async throws {
        let before = try await server.store.record(of: "doc-42")
        let added = Array(repeating: bobs.identity, count: 999)
        let limit = CollaborationError.limit(.updateTooLarge(maximum: 1_000, found: 1_001))
        await #expect(throws: limit) {
            try await server.update(adding: added, removing: [carols.identity, carols.identity])
        }
        #expect(try await server.store.record(of: "doc-42") == before)
        try await server.update(adding: added + [bobs.identity])
    }

    @Test(
        "The people of a collaboration are the owner, participants, guests, the removed, selections and open invitations"
    )
    func people() async throws {
        try await server.admit(bob, by: bobs)
        try await server.document.admit(guest: "dora", by: .account("alice"))
        _ = try await server.document.remove("mallory", by: .server)
        try await server.document.select(["read"], for: "bob", by: .account("alice"))
        let people = try #require(try await server.document.people())
        #expect(people.owner == "alice" && people.guests == ["dora"] && people.removedAccounts == ["mallory"])
        #expect(people.participants == ["bob": [bobs.identity]] && people.selections == ["bob": ["read"]])
        #expect(people.unprovenIdentities == [carols.identity])
    }

    @Test("Whoever has access learns the identities that an account has proven, and nobody else does")
    func identities() async throws {
        try await server.admit(bob, by: bobs)
        try await server.document.admit(guest: "dora", by: .account("alice"))
        #expect(try await server.document.identities(of: "bob", for: "dora") == [bobs.identity])
        for unproven in ["dora", "nobody"] as [AccountIdentifier] {
            #expect(try await server.document.identities(of: unproven, for: "bob").isEmpty)
        }
        await #expect(throws: CollaborationError.refused(.noAccess)) {
            try await server.document.identities(of: "bob", for: "mallory")
        }
    }
}
