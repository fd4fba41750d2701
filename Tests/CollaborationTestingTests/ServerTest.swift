import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Testing

@Test("An invited person proves it from a simulated device, may only read, and is removed")
func serverTest() async throws {
    let permission = [("write", "Can make changes"), ("read", "Read only")].map {
        CollaborationOption(title: $1, identifier: OptionIdentifier($0))
    }
    let offered = try CollaborationShareOptions(optionsGroups: [.picker(identifier: "permission", options: permission)])
    let server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: offered)
    let document = server["doc-42"]
    let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
    let invitation = bob.invitation(to: "doc-42")
    try await document.start(StartRequest(selectedOptions: ["read"]), as: "alice")
    _ = try await document.apply(ParticipantsUpdate(addedIdentities: [invitation.identity]), by: .account("alice"))

    let answer = try bob.device("laptop").answer(document.challenge(as: "bob"), for: invitation)
    try await document.admit(answer, as: "bob")
    let access = try await document.access(of: "bob")
    #expect(access.permits("read") && !access.permits("write"))

    await #expect(throws: CollaborationError.refused(.challengeAlreadyUsed)) {
        try await document.admit(answer, as: "bob")
    }
    #expect(try await document.remove("bob", by: .account("alice")).lost == ["bob"])
    #expect(try await document.access(of: "bob") == nil)
}
