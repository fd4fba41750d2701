// A test of a server: an invited person is granted access from a simulated device; a replay and a removed
// person are refused.
//
//     swift run ServerTest

import CollaborationModels
import CollaborationServer
import CollaborationTesting

let server = CollaborationAccess(
    store: InMemoryCollaborationStore(),
    challenges: try ChallengeAuthority(key: ChallengeKey())
)
let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
let invited = try bob.identity(in: "doc-42")
try await server.addParticipants([invited.identity], to: "doc-42")

let challenge = server.challenge(for: "doc-42", account: "bob")
let proof = try bob.device("laptop").signedProof(signing: challenge, for: invited)
let admission = try await server.admit(proof, answering: challenge, as: "bob", to: "doc-42")
print("granted: \(admission.account)")

do {
    try await server.admit(proof, answering: challenge, as: "bob", to: "doc-42")
    preconditionFailure("A challenge can be used only once.")
} catch AccessRefusal.challengeAlreadyUsed {
    print("refused: the same proof again")
}

let revoked = try await server.removeParticipants([invited.identity], from: "doc-42")
let granted = try await server.access(of: "bob", to: "doc-42")
precondition(revoked == ["bob"] && granted == nil, "A removed person has no access.")
print("revoked: bob")
