import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Changes of participants")
struct ParticipantTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob")
    let carol = SimulatedPerson("Carol")
    let bobs: DerivedIdentity
    let carols: DerivedIdentity

    init() async throws {
        server = try TestServer()
        (bobs, carols) = (try bob.identity(in: "doc-42"), try carol.identity(in: "doc-42"))
        try await server.start(adding: [bobs.identity, carols.identity])
    }

    @Test("An update for another collaboration than the one of the path is refused")
    func otherCollaboration() async throws {
        try await server.start("doc-43")
        let update = ParticipantsUpdate(collaborationIdentifier: "doc-43", addedIdentities: [bobs.identity])
        await #expect(throws: CollaborationError.refused(.updateForAnotherCollaboration)) {
            try await server.collaborations.apply(update, to: "doc-42", by: "alice")
        }
        #expect(try await server.collaborations.participants(of: "doc-43").isEmpty)
    }

    @Test("By default only the owner may change participants")
    func owner() async throws {
        try await server.admit(bob, of: bobs)
        for account in ["bob", "mallory"] as [AccountIdentifier] {
            await #expect(throws: CollaborationError.refused(.mayNotChangeParticipants)) {
                try await server.update(removing: [carols.identity], by: account)
            }
        }
    }

    @Test("A server may let participants change participants, by what they have access to")
    func configured() async throws {
        let clock = server.clock
        let configuration = try Collaborations.Configuration(
            mayChangeParticipants: { $0.isOwner || $0.allows("write") },
            clock: { clock.date }
        )
        let other = try TestServer(clock: clock, store: server.store, configuration: configuration)
        try await other.admit(bob, of: bobs)
        #expect(try await other.update(removing: [carols.identity], by: "bob").isEmpty)
        try await server.start(selecting: ["read"])
        await #expect(throws: CollaborationError.refused(.mayNotChangeParticipants)) {
            try await other.update(removing: [bobs.identity], by: "bob")
        }
        await #expect(throws: CollaborationError.refused(.mayNotChangeParticipants)) {
            try await other.update(removing: [bobs.identity], by: "mallory")
        }
    }

    @Test("Removing an identity revokes its account, and no other")
    func removal() async throws {
        try await server.admit(bob, of: bobs)
        try await server.admit(carol, of: carols, as: "carol")
        #expect(try await server.update(removing: [carols.identity]) == ["carol"])
        #expect(try await server.accounts() == ["alice", "bob"])
        let again = try server.answer(by: carol.devices[0], of: carols, as: "carol")
        await server.expect(.unknownIdentity, again, as: "carol")
    }

    @Test("A removed person regains access by a new invitation and a new proof")
    func newInvitation() async throws {
        try await server.admit(carol, of: carols, as: "carol")
        try await server.update(removing: [carols.identity])
        let again = try carol.identity(in: "doc-42", invitation: 1)
        try await server.update(adding: [again.identity])
        #expect(try await server.accounts() == ["alice"])
        try await server.admit(carol, of: again, as: "carol")
        #expect(try await server.accounts() == ["alice", "carol"])
    }

    @Test("An addition that arrives after the removal admits nobody")
    func lateAddition() async throws {
        let dave = try SimulatedPerson("Dave").identity(in: "doc-42")
        try await server.admit(bob, of: bobs)
        // Bob's identity is proven, Carol's is known, and Dave's is not.
        let identities = [bobs.identity, carols.identity, dave.identity]
        #expect(try await server.update(removing: identities) == ["bob"])
        try await server.update(adding: identities)
        #expect(try await server.collaborations.participants(of: "doc-42").isEmpty)
    }

    @Test("An identity that one update adds and removes stays out")
    func bothLists() async throws {
        let dave = try SimulatedPerson("Dave").identity(in: "doc-42").identity
        try await server.update(adding: [dave], removing: [dave])
        #expect(try await server.collaborations.participants(of: "doc-42").count == 2)
    }

    @Test("An account keeps access while one of its identities remains")
    func severalIdentities() async throws {
        let second = try bob.identity(in: "doc-42", invitation: 1)
        try await server.update(adding: [second.identity])
        for identity in [bobs, second] { try await server.admit(bob, of: identity) }
        #expect(try await server.update(removing: [bobs.identity]).isEmpty)
        let access = try await server.collaborations.access(of: "bob", to: "doc-42")
        #expect(access?.identities == [second.identity])
        #expect(try await server.update(removing: [second.identity]) == ["bob"])
    }

    @Test("The owner keeps access when the owner's identity is removed")
    func ownersIdentity() async throws {
        let alice = SimulatedPerson("Alice")
        let identity = try alice.identity(in: "doc-42")
        try await server.update(adding: [identity.identity])
        try await server.admit(alice, of: identity, as: "alice")
        #expect(try await server.update(removing: [identity.identity]).isEmpty)
        #expect(try await server.accounts() == ["alice"])
    }

    @Test("Applying an update again, or its JSON, changes nothing")
    func again() async throws {
        try await server.admit(bob, of: bobs)
        let update = ParticipantsUpdate(
            collaborationIdentifier: "doc-42",
            addedIdentities: [try SimulatedPerson("Dave").identity(in: "doc-42").identity],
            removedIdentities: [bobs.identity]
        )
        #expect(try await server.collaborations.apply(update, to: "doc-42", by: "alice") == ["bob"])
        let before = try await server.store.record(of: "doc-42")
        let received = try ParticipantsUpdate(json: update.json)
        #expect(received == update)
        #expect(try await server.collaborations.apply(received, to: "doc-42", by: "alice").isEmpty)
        #expect(try await server.store.record(of: "doc-42") == before)
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

    @Test("The participants are the known identities, each with the account that has proven it")
    func participants() async throws {
        try await server.admit(bob, of: bobs)
        let participants = try await server.collaborations.participants(of: "doc-42")
        #expect(Set(participants.map(\.identity)) == [bobs.identity, carols.identity])
        #expect(participants.first { $0.identity == bobs.identity }?.account == "bob")
        #expect(participants.first { $0.identity == carols.identity }?.account == nil)
    }
}
