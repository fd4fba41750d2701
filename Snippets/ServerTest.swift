// A server's test: an invited person is let in from a simulated device, a replay and a removed person are
// not.
//
//     swift run ServerTest

import CollaborationModels
import CollaborationServer
import CollaborationTesting

let access = CollaborationAccess(
    store: InMemoryParticipantStore(),
    challenges: try ChallengeAuthority(key: ChallengeKey())
)
let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
let identity = try bob.identity(in: "doc-42")
try await access.addParticipants([identity.identity], to: "doc-42")

let challenge = access.challenge(for: "doc-42", account: "bob")
let proof = try bob.device("laptop").signedProof(signing: challenge, for: identity)
let admission = try await access.admit(proof, answering: challenge, as: "bob", to: "doc-42")
print("let in: \(admission.account)")

do {
    try await access.admit(proof, answering: challenge, as: "bob", to: "doc-42")
    preconditionFailure("A challenge is good once.")
} catch AccessRefusal.challengeAlreadyUsed {
    print("refused: the same proof again")
}

let revoked = try await access.removeParticipants([identity.identity], from: "doc-42")
let granted = try await access.access(of: "bob", to: "doc-42")
precondition(revoked == ["bob"] && granted == nil, "Who is removed has no access.")
print("revoked: bob")
