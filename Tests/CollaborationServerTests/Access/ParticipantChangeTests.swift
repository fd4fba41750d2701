import CollaborationModels
import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Changes of participants")
struct ParticipantChangeTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob")
    let carol = SimulatedPerson("Carol")
    let bobsIdentity: DerivedIdentity
    let carolsIdentity: DerivedIdentity

    init() async throws {
        server = try TestServer()
        bobsIdentity = try bob.identity(in: "doc-42")
        carolsIdentity = try carol.identity(in: "doc-42")
        try await server.collaborations.addParticipants(
            [bobsIdentity.identity, carolsIdentity.identity],
            to: "doc-42"
        )
    }

    @Test(
        "Removing an identity revokes its account only, which regains access by a new invitation and a new proof"
    )
    func removal() async throws {
        try await server.admit(bob.devices[0], of: bobsIdentity, as: "bob")
        try await server.admit(carol.devices[0], of: carolsIdentity, as: "carol")

        let carols = [carolsIdentity.identity]
        #expect(try await server.collaborations.removeParticipants(carols, from: "doc-42") == ["carol"])
        #expect(try await server.collaborations.access(of: "carol", to: "doc-42") == nil)
        #expect(try await server.collaborations.access(of: "bob", to: "doc-42") != nil)
        try await server.refuse(carol.devices[0], of: carolsIdentity, as: "carol")

        let again = try carol.identity(in: "doc-42", invitation: 1)
        #expect(again.identity != carolsIdentity.identity)
        try await server.collaborations.addParticipants([again.identity], to: "doc-42")
        #expect(try await server.collaborations.access(of: "carol", to: "doc-42") == nil)
        try await server.admit(carol.devices[0], of: again, as: "carol")
        #expect(try await server.collaborations.access(of: "carol", to: "doc-42") != nil)
    }

    @Test("An addition that is retried after the removal, or arrives only then, admits nobody")
    func lateRetries() async throws {
        let charlie = SimulatedPerson("Charlie")
        let charliesIdentity = try charlie.identity(in: "doc-42")
        try await server.admit(bob.devices[0], of: bobsIdentity, as: "bob")
        // Bob's identity is proven, Carol's is known, and Charlie's is not.
        let people = [(bob, bobsIdentity), (carol, carolsIdentity), (charlie, charliesIdentity)]
        let identities = people.map(\.1.identity)
        #expect(try await server.collaborations.removeParticipants(identities, from: "doc-42") == ["bob"])
        try await server.collaborations.addParticipants(identities, to: "doc-42")
        for (person, identity) in people {
            try await server.refuse(person.devices[0], of: identity, as: "bob")
        }
    }

    @Test("An account keeps access while one of its identities remains")
    func severalIdentities() async throws {
        let second = try bob.identity(in: "doc-42", invitation: 1)
        try await server.collaborations.addParticipants([second.identity], to: "doc-42")
        // Proving an identity again keeps both.
        for identity in [bobsIdentity, second, bobsIdentity] {
            let admission = try await server.admit(bob.devices[0], of: identity, as: "bob")
            #expect(admission.identity == identity.identity && admission.revokedAccount == nil)
        }
        var remaining: Set = [bobsIdentity.identity, second.identity]
        for (removed, revoked) in [(bobsIdentity.identity, []), (second.identity, ["bob"])] {
            #expect(try await server.collaborations.access(of: "bob", to: "doc-42") == remaining)
            let accounts = try await server.collaborations.removeParticipants([removed], from: "doc-42")
            #expect(accounts == Set(revoked.map { AccountIdentifier($0) }))
            remaining.remove(removed)
        }
    }

    @Test(
        "Applying an action, or its update as JSON, has the same effect, and applying it twice changes nothing"
    )
    func action() async throws {
        try await server.admit(carol.devices[0], of: carolsIdentity, as: "carol")
        let charlie = try SimulatedPerson("Charlie").identity(in: "doc-42")
        let action = try UpdateCollaborationParticipantsAction(
            collaborationMetadata: CollaborationMetadata(collaborationIdentifier: "doc-42"),
            addedIdentities: [charlie.identity],
            removedIdentities: [carolsIdentity.identity]
        )
        let sent = try JSONEncoder().encode(ParticipantsUpdate(action))
        let received = try ParticipantsUpdate(json: sent)
        #expect(received == ParticipantsUpdate(action))
        #expect(received.collaborationIdentifier == "doc-42")
        #expect(received.addedIdentities == [charlie.identity])
        #expect(received.removedIdentities == [carolsIdentity.identity])

        #expect(try await server.collaborations.apply(ParticipantsUpdate(action)) == ["carol"])
        #expect(!action.isComplete)
        #expect(try await server.collaborations.apply(received) == [])
        try await server.admit(SimulatedPerson("Charlie").devices[0], of: charlie, as: "charlie")
        #expect(try await server.collaborations.apply(received) == [])
        #expect(try await server.collaborations.record(of: "doc-42").accounts == ["charlie"])
    }

    @Test("Ending a collaboration revokes all accounts, and its identities stay out")
    func end() async throws {
        try await server.admit(bob.devices[0], of: bobsIdentity, as: "bob")
        try await server.admit(carol.devices[0], of: carolsIdentity, as: "carol")
        #expect(try await server.collaborations.end("doc-42") == ["bob", "carol"])
        #expect(try await server.collaborations.end("doc-42") == [])
        try await server.collaborations.addParticipants([bobsIdentity.identity], to: "doc-42")
        try await server.refuse(bob.devices[0], of: bobsIdentity, as: "bob")
        let again = try bob.identity(in: "doc-42", invitation: 1)
        try await server.collaborations.addParticipants([again.identity], to: "doc-42")
        try await server.admit(bob.devices[0], of: again, as: "bob")
    }

    @Test(
        "Forgetting a collaboration revokes all accounts, and deletes all but the challenges that have not expired"
    )
    func forget() async throws {
        try await server.admit(bob.devices[0], of: bobsIdentity, as: "bob")
        try await server.collaborations.removeParticipants([carolsIdentity.identity], from: "doc-42")
        #expect(try await server.collaborations.forget("doc-42") == ["bob"])
        #expect(try await server.collaborations.collaborations(of: "bob") == [])
        #expect(try await server.usedChallengeCount() == 1)
        server.clock.advance(by: .seconds(181))
        #expect(try await server.collaborations.forget("doc-42") == [])
        #expect(try await server.store.record(of: "doc-42") == nil)
    }

    @Test(
        "A proof that was used before its collaboration was forgotten is refused when its identity is added again"
    )
    func replayAfterForgetting() async throws {
        let answer = try server.answer(by: bob.devices[0], of: bobsIdentity)
        try await server.admit(answer)
        try await server.collaborations.forget("doc-42")
        try await server.collaborations.addParticipants([bobsIdentity.identity], to: "doc-42")
        await server.refuse(answer, for: .challengeAlreadyUsed)
    }

    @Test("An update of more than 10,000 identities is refused and changes nothing")
    func updateLimit() async throws {
        let most = ParticipantsUpdate.maximumIdentityCount
        let added = Array(repeating: bobsIdentity.identity, count: most - 1)
        let refusal = ParticipantLimitError.updateTooLarge(maximum: 10_000, found: 10_001)
        await #expect(throws: refusal) {
            try await server.collaborations.apply(
                ParticipantsUpdate(
                    collaborationIdentifier: "doc-43",
                    addedIdentities: added,
                    removedIdentities: [carolsIdentity.identity, carolsIdentity.identity]
                )
            )
        }
        #expect(try await server.store.record(of: "doc-43") == nil)
        try await server.collaborations.addParticipants(added + [bobsIdentity.identity], to: "doc-43")
        #expect(
            try await server.collaborations.record(of: "doc-43").unprovenIdentities == [bobsIdentity.identity]
        )
    }
}
