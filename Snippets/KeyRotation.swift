// The challenge key of two servers is replaced in three steps, without refusing anybody.
//
//     swift run KeyRotation

import CollaborationCore
import CollaborationServer
import CollaborationTesting

// Take keys from your secrets: openssl rand -base64 32, and ChallengeKey(base64:).
let old = try ChallengeKey(bytes: repeatElement(1, count: 32))
let new = try ChallengeKey(bytes: repeatElement(2, count: 32))

let clock = SimulatedClock()
let store = InMemoryCollaborationStore()
let none = try CollaborationShareOptions(optionsGroups: [])

func server(issuingUnder key: ChallengeKey, accepting formerKeys: [ChallengeKey] = []) throws -> Collaborations {
    let configuration = try Collaborations.Configuration(formerKeys: formerKeys, clock: { clock.date })
    return Collaborations(store: store, key: key, offering: none, configuration: configuration)
}

let before = try server(issuingUnder: old)
let step1 = try server(issuingUnder: old, accepting: [new])
let step2 = try server(issuingUnder: new, accepting: [old])
let step3 = try server(issuingUnder: new)

// Bob's device signs every challenge.
let bob = SimulatedPerson("Bob")
let invitation = bob.invitation(to: "doc-42")
try await before["doc-42"].start(StartRequest(), as: "alice")
let update = ParticipantsUpdate(addedIdentities: [invitation.identity])
try await before["doc-42"].apply(update, by: .account("alice"))

/// Tells whether a server accepts a challenge.
func response(of server: Collaborations, to challenge: ChallengeMessage) async throws -> String {
    let answer = try bob.devices[0].answer(challenge, for: invitation)
    do throws(CollaborationError) {
        try await server["doc-42"].admit(answer, as: "bob")
        return "accepted"
    } catch {
        return "\(error)"
    }
}

// While a step is rolled out, one server has taken it and the other has not. Each accepts what the other issues.
for (name, done, next) in [("1. Accept the new key", before, step1), ("2. Issue under the new key", step1, step2)] {
    print(name)
    for (direction, issuer, validator) in [("to", done, next), ("from", next, done)] {
        let challenge = try issuer["doc-42"].challenge(as: "bob")
        let response = try await response(of: validator, to: challenge)
        print("   a challenge \(direction) the server that is ahead: \(response)")
    }
}

// Two steps at once would refuse people: that is why each is finished first.
let early = try step2["doc-42"].challenge(as: "bob")
print("   without step 1: \(try await response(of: before, to: early))")

// The last challenge under the old key is valid for one lifetime.
let last = try step1["doc-42"].challenge(as: "bob")
print("3. Drop the old key")
print("   at once: \(try await response(of: step3, to: last))")
clock.advance(by: .seconds(120 + 60))
print("   after one lifetime and the clock tolerance, with the old key: \(try await response(of: step2, to: last))")
let fresh = try step2["doc-42"].challenge(as: "bob")
print("   a fresh challenge without the old key: \(try await response(of: step3, to: fresh))")
