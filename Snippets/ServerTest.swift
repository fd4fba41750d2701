// A test of a server: an invited person is admitted from a simulated device, may only read, and is removed.
//
//     swift run ServerTest

import CollaborationCore
import CollaborationServer
import CollaborationTesting

let offered = try CollaborationShareOptions(optionsGroups: [
    .picker(
        identifier: "permission",
        options: [
            CollaborationOption(title: "Can make changes", identifier: "write"),
            CollaborationOption(title: "Read only", identifier: "read"),
        ]
    )
])
let collaborations = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey())
let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
let invited = try bob.identity(in: "doc-42")
let request = StartRequest(selectedOptions: ["read"])
try await collaborations.start("doc-42", with: request, offering: offered, by: "alice")
let addition = ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: [invited.identity])
try await collaborations.apply(addition, to: "doc-42", by: "alice")

let challenge = try collaborations.challenge(for: "doc-42", account: "bob")
let answer = try bob.device("laptop").answer(challenge, for: invited)
try await collaborations.admit(answer, as: "bob", to: "doc-42")
let access = try await collaborations.access(of: "bob", to: "doc-42")
precondition(access?.allows("read") == true && access?.allows("write") == false, "Bob may only read.")
print("admitted: bob, read only")

do throws(CollaborationError) {
    try await collaborations.admit(answer, as: "bob", to: "doc-42")
    preconditionFailure("A challenge can be used only once.")
} catch {
    precondition(error == .refused(.challengeAlreadyUsed))
    print("\(error): the same proof again")
}

let removal = ParticipantsUpdate(collaborationIdentifier: "doc-42", removedIdentities: [invited.identity])
let revoked = try await collaborations.apply(removal, to: "doc-42", by: "alice")
let remaining = try await collaborations.access(of: "bob", to: "doc-42")
precondition(revoked == ["bob"] && remaining == nil, "A removed person has no access.")
print("revoked: bob")
