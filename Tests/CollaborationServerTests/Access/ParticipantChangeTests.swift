import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("A change of participants")
struct ParticipantChangeTests {
    let server = Server()
    let bob = SimulatedPerson("Bob")
    let carol = SimulatedPerson("Carol")
    let bobsIdentity: DerivedIdentity
    let carolsIdentity: DerivedIdentity

    init() async throws {
        bobsIdentity = try bob.identity(in: "doc-42")
        carolsIdentity = try carol.identity(in: "doc-42")
        try await server.access.addParticipants(
            [bobsIdentity.identity, carolsIdentity.identity],
            to: "doc-42"
        )
    }

    @Test("that removes an identity revokes exactly its account, which must prove itself anew to come back")
    func removal() async throws {
        try await server.admit(bob.devices[0], of: bobsIdentity, as: "bob")
        try await server.admit(carol.devices[0], of: carolsIdentity, as: "carol")

        let revoked = try await server.access.removeParticipants([carolsIdentity.identity], from: "doc-42")
        #expect(revoked == ["carol"])
        #expect(try await server.access.access(of: "carol", to: "doc-42") == nil)
        #expect(try await server.access.access(of: "bob", to: "doc-42") != nil)
        await #expect(throws: AccessRefusal.unknownIdentity) {
            try await server.admit(carol.devices[0], of: carolsIdentity, as: "carol")
        }

        let again = try carol.identity(in: "doc-42", invitation: 1)
        #expect(again.identity != carolsIdentity.identity)
        try await server.access.addParticipants([again.identity], to: "doc-42")
        #expect(try await server.access.access(of: "carol", to: "doc-42") == nil)
        try await server.admit(carol.devices[0], of: again, as: "carol")
        #expect(try await server.access.access(of: "carol", to: "doc-42") != nil)
    }

    @Test("that removes an identity before anyone came deletes its root hash")
    func removalBeforeAnyone() async throws {
        let revoked = try await server.access.removeParticipants(
            [bobsIdentity.identity, carolsIdentity.identity],
            from: "doc-42"
        )
        #expect(revoked.isEmpty)
        #expect(server.store.collaborationCount == 0)
    }

    @Test("leaves an account its access while one of its identities remains")
    func severalIdentities() async throws {
        let second = try bob.identity(in: "doc-42", invitation: 1)
        try await server.access.addParticipants([second.identity], to: "doc-42")
        try await server.admit(bob.devices[0], of: bobsIdentity, as: "bob")
        try await server.admit(bob.devices[0], of: second, as: "bob")
        #expect(try await server.access.access(of: "bob", to: "doc-42")?.identities.count == 2)

        #expect(try await server.access.removeParticipants([bobsIdentity.identity], from: "doc-42") == [])
        #expect(try await server.access.access(of: "bob", to: "doc-42")?.identities == [second.identity])
        #expect(try await server.access.removeParticipants([second.identity], from: "doc-42") == ["bob"])
    }

    @Test("by an action is the same as by what the action says, as JSON too, and twice is as once")
    func action() async throws {
        try await server.admit(carol.devices[0], of: carolsIdentity, as: "carol")
        let charlie = try SimulatedPerson("Charlie").identity(in: "doc-42")
        let action = try UpdateCollaborationParticipantsAction(
            collaborationMetadata: CollaborationMetadata(collaborationIdentifier: "doc-42"),
            addedIdentities: [charlie.identity],
            removedIdentities: [carolsIdentity.identity]
        )
        let sent = try JSONEncoder().encode(ParticipantsUpdate(action))
        let received = try JSONDecoder().decode(ParticipantsUpdate.self, from: sent)
        #expect(received == ParticipantsUpdate(action))
        #expect(received.collaborationIdentifier == "doc-42")
        #expect(received.addedIdentities == [charlie.identity])
        #expect(received.removedIdentities == [carolsIdentity.identity])

        #expect(try await server.access.apply(action) == ["carol"])
        #expect(!action.isComplete)
        #expect(try await server.access.apply(received) == [])
        try await server.admit(SimulatedPerson("Charlie").devices[0], of: charlie, as: "charlie")
        #expect(try await server.access.apply(received) == [])
        #expect(try await server.access.accounts(in: "doc-42") == ["charlie"])
    }

    @Test("that ends the collaboration revokes everyone and forgets the collaboration")
    func end() async throws {
        try await server.admit(bob.devices[0], of: bobsIdentity, as: "bob")
        try await server.admit(carol.devices[0], of: carolsIdentity, as: "carol")
        #expect(try await server.access.end("doc-42") == ["bob", "carol"])
        #expect(server.store.collaborationCount == 0)
        await #expect(throws: AccessRefusal.unknownIdentity) {
            try await server.admit(bob.devices[0], of: bobsIdentity, as: "bob")
        }
    }
}
