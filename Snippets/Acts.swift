// Everything that a server can do to a collaboration, in the order of a life: swift run Acts

import CollaborationCore
import CollaborationServer
import CollaborationTesting

let permission = [("write", "Can make changes"), ("read", "Read only")].map {
    CollaborationOption(title: $1, identifier: OptionIdentifier($0))
}
let offered = try CollaborationShareOptions(optionsGroups: [.picker(identifier: "permission", options: permission)])
let server = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey(), offering: offered)
let recipe = server["recipe"]
let bob = SimulatedPerson("Bob")
let invitation = bob.invitation(to: "recipe")
let (request, update) = (
    StartRequest(selectedOptions: ["read"]), ParticipantsUpdate(addedIdentities: [invitation.identity])
)

nonisolated func tell(_ act: String, _ change: Change) { print("\(act): \(change)") }

tell("share", try await recipe.start(request, as: "alice"))
tell("invite", try await recipe.apply(update, by: .account("alice")))
let answer = try bob.devices[0].answer(recipe.challenge(as: "bob"), for: invitation)
tell("prove", try await recipe.admit(answer, as: "bob"))
print("ask: \(try await recipe.access(of: "bob").permits("write"))")
tell("let a guest in", try await recipe.admit(guest: "dora", by: .account("alice")))
tell("select for one", try await recipe.select(["write"], for: "dora", by: .account("alice")))
tell("leave", try await recipe.leave(as: "bob"))
tell("remove", try await recipe.remove("bob", by: .account("alice")))
tell("let in again", try await recipe.readmit("bob", by: .account("alice")))
tell("transfer", try await recipe.transfer(to: "dora", by: .account("alice")))
tell("end", try await recipe.end(by: .account("dora")))
tell("forget", try await recipe.forget())
print("erase: \(try await server.erase("alice"))")
