// The challenge key of two servers is replaced in three steps, without refusing anybody.
//
//     swift run KeyRotation

import CollaborationModels
import CollaborationServer
import CollaborationTesting

// Take keys from your secrets: openssl rand -base64 32, and ChallengeKey(base64:).
let old = try ChallengeKey(bytes: repeatElement(1, count: 32))
let new = try ChallengeKey(bytes: repeatElement(2, count: 32))

let clock = SimulatedClock()
let store = StoreIdentifier()

func server(issuingUnder key: ChallengeKey, accepting formerKeys: [ChallengeKey] = []) throws
    -> ChallengeAuthority
{
    try ChallengeAuthority(key: key, formerKeys: formerKeys, clock: { clock.date })
}

/// Tells whether a server accepts a challenge.
func answer(of server: ChallengeAuthority, to challenge: some Collection<UInt8>) -> String {
    do throws(AccessRefusal) {
        try server.validate(.init(challenge), for: "doc-42", account: "bob", store: store)
        return "accepted"
    } catch {
        return "refused: \(error)"
    }
}

let before = try server(issuingUnder: old)
let step1 = try server(issuingUnder: old, accepting: [new])
let step2 = try server(issuingUnder: new, accepting: [old])
let step3 = try server(issuingUnder: new)

// While a step is rolled out, one server has taken it and the other has not. Each accepts what the other issues.
for (name, done, next) in [
    ("1. Accept the new key", before, step1), ("2. Issue under the new key", step1, step2),
] {
    print(name)
    for (direction, issuer, validator) in [("to", done, next), ("from", next, done)] {
        let challenge = issuer.issue(for: "doc-42", account: "bob", store: store)
        print("   a challenge \(direction) the server that is ahead: \(answer(of: validator, to: challenge))")
    }
}

// Two steps at once would refuse people: that is why each is finished first.
let early = step2.issue(for: "doc-42", account: "bob", store: store)
print("   without step 1: \(answer(of: before, to: early))")

// The last challenge under the old key is valid for one lifetime, by a clock that may be behind by the tolerance.
let last = step1.issue(for: "doc-42", account: "bob", store: store)
print("3. Drop the old key")
print("   at once: \(answer(of: step3, to: last))")
clock.advance(by: step3.lifetime + step3.clockTolerance)
print("   after one lifetime and the clock tolerance, with the old key: \(answer(of: step2, to: last))")
let fresh = step2.issue(for: "doc-42", account: "bob", store: store)
print("   a fresh challenge without the old key: \(answer(of: step3, to: fresh))")
