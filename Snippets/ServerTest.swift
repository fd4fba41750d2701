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
let server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: offered)
let document = server["doc-42"]
let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
let invitation = bob.invitation(to: "doc-42")
try await document.start(StartRequest(selectedOptions: ["read"]), as: "alice")
try await document.apply(ParticipantsUpdate(addedIdentities: [invitation.identity]), by: .account("alice"))

let answer = try bob.device("laptop").answer(document.challenge(as: "bob"), for: invitation)
try await document.admit(answer, as: "bob")
let access = try await document.access(of: "bob")
precondition(access.permits("read") && !access.permits("write"), "Bob may only read.")
print("admitted: bob, read only")

do throws(CollaborationError) {
    try await document.admit(answer, as: "bob")
    preconditionFailure("A challenge can be used only once.")
} catch {
    precondition(error == .refused(.challengeAlreadyUsed))
    print("\(error): the same proof again")
}

let change = try await document.remove("bob", by: .account("alice"))
let remaining = try await document.access(of: "bob")
precondition(change.lost == ["bob"] && remaining == nil, "A removed person has no access.")
print("removed: bob")
