import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("A challenge")
struct ChallengeAuthorityTests {
    let watch = Wristwatch()
    let key = ChallengeKey()

    func authority(key: ChallengeKey? = nil, formerKeys: [ChallengeKey] = []) -> ChallengeAuthority {
        ChallengeAuthority(
            key: key ?? self.key,
            formerKeys: formerKeys,
            lifetime: .seconds(120),
            now: { [watch] in watch.now }
        )
    }

    @Test("is valid for its collaboration and account until it expires, and no longer")
    func lifetime() throws {
        let authority = authority()
        let challenge = authority.issue(for: "doc-42", account: "bob")
        #expect(challenge.count == 121)
        let valid = try authority.validate(challenge, for: "doc-42", account: "bob")
        #expect(valid.message == challenge)
        #expect(valid.collaborationIdentifier == "doc-42")
        #expect(valid.account == "bob")

        watch.advance(by: 119.9)
        _ = try authority.validate(challenge, for: "doc-42", account: "bob")
        watch.advance(by: 0.1)
        #expect(throws: AccessRefusal.expiredChallenge) {
            try authority.validate(challenge, for: "doc-42", account: "bob")
        }
    }

    @Test("expires to the millisecond")
    func milliseconds() throws {
        let authority = authority()
        watch.advance(by: 0.25)
        let challenge = authority.issue(for: "doc-42", account: "bob")
        watch.advance(by: 119.999)
        _ = try authority.validate(challenge, for: "doc-42", account: "bob")
        watch.advance(by: 0.001)
        #expect(throws: AccessRefusal.expiredChallenge) {
            try authority.validate(challenge, for: "doc-42", account: "bob")
        }
    }

    @Test("is issued and read by the system's clock when no other is given")
    func systemClock() throws {
        let authority = ChallengeAuthority(key: key, lifetime: .seconds(3600))
        let challenge = authority.issue(for: "doc-42", account: "bob")
        #expect(try authority.validate(challenge, for: "doc-42", account: "bob").message == challenge)
        // Long ago also for a host whose clock is some years behind.
        watch.advance(by: -1_600_000_000)
        let ofLongAgo = self.authority().issue(for: "doc-42", account: "bob")
        #expect(throws: AccessRefusal.expiredChallenge) {
            try authority.validate(ofLongAgo, for: "doc-42", account: "bob")
        }
    }

    @Test("is another each time")
    func unique() {
        let authority = authority()
        let challenges = (0..<100).map { _ in authority.issue(for: "doc-42", account: "bob") }
        #expect(Set(challenges).count == 100)
    }

    @Test("is refused for another collaboration or another account")
    func binding() throws {
        let authority = authority()
        let challenge = authority.issue(for: "doc-42", account: "bob")
        #expect(throws: AccessRefusal.challengeForAnotherCollaboration) {
            try authority.validate(challenge, for: "doc-43", account: "bob")
        }
        #expect(throws: AccessRefusal.challengeForAnotherAccount) {
            try authority.validate(challenge, for: "doc-42", account: "carol")
        }
        // What belongs to one name must not pass for part of the other.
        #expect(throws: AccessRefusal.challengeForAnotherCollaboration) {
            try authority.validate(challenge, for: "doc-42b", account: "ob")
        }
    }

    @Test("is refused with any bit changed, any byte missing and any byte more")
    func tampering() throws {
        let authority = authority()
        let challenge = authority.issue(for: "doc-42", account: "bob")
        for index in challenge.indices {
            for bit in 0..<8 {
                var changed = challenge
                changed[index] ^= 1 << bit
                #expect(throws: index == 0 ? .malformedChallenge : AccessRefusal.forgedChallenge) {
                    try authority.validate(changed, for: "doc-42", account: "bob")
                }
            }
            #expect(throws: AccessRefusal.self) {
                try authority.validate(challenge.prefix(index), for: "doc-42", account: "bob")
            }
        }
        #expect(throws: AccessRefusal.malformedChallenge) {
            try authority.validate(challenge + [0], for: "doc-42", account: "bob")
        }
    }

    @Test("is read the same from a slice of a longer message")
    func slice() throws {
        let authority = authority()
        let slice = (Data([1, 2, 3]) + authority.issue(for: "doc-42", account: "bob")).dropFirst(3)
        #expect(try authority.validate(slice, for: "doc-42", account: "bob").account == "bob")
    }

    @Test("is recognised by every server with the key, and by none without")
    func otherServers() throws {
        let challenge = authority().issue(for: "doc-42", account: "bob")
        _ = try authority().validate(challenge, for: "doc-42", account: "bob")
        #expect(throws: AccessRefusal.forgedChallenge) {
            try authority(key: ChallengeKey()).validate(challenge, for: "doc-42", account: "bob")
        }
    }

    @Test("outlives a change of the key, at each of its three steps")
    func rotation() throws {
        let new = ChallengeKey()
        let steps = [
            authority(), authority(formerKeys: [new]), authority(key: new, formerKeys: [key]),
            authority(key: new),
        ]
        for (before, after) in zip(steps.dropLast(), steps.dropFirst()).dropLast() {
            // While some servers have taken the step and others have not, each knows the other's.
            let issuedBefore = before.issue(for: "doc-42", account: "bob")
            let issuedAfter = after.issue(for: "doc-42", account: "bob")
            _ = try after.validate(issuedBefore, for: "doc-42", account: "bob")
            _ = try before.validate(issuedAfter, for: "doc-42", account: "bob")
        }
        let old = steps[1].issue(for: "doc-42", account: "bob")
        #expect(throws: AccessRefusal.forgedChallenge) {
            try steps[3].validate(old, for: "doc-42", account: "bob")
        }
    }

    @Test("follows from its source of randomness and the clock alone, so that a test can repeat it")
    func deterministic() throws {
        func challenge(_ word: UInt64) throws -> Data {
            ChallengeAuthority(
                key: try ChallengeKey(bytes: [UInt8](repeating: 7, count: 32)),
                now: { Date(timeIntervalSince1970: 0) },
                random: { word }
            ).issue(for: "doc-42", account: "bob")
        }
        #expect(try challenge(1) == challenge(1))
        #expect(try challenge(1) != challenge(2))
    }

    @Test("has nothing but its form in common with another one of the same account")
    func unlinkable() {
        let authority = authority()
        let (one, other) = (
            authority.issue(for: "doc-42", account: "bob"), authority.issue(for: "doc-42", account: "bob")
        )
        // The random bytes in two halves, the hashes of the two names, the code.
        for field in [9..<17, 17..<25, 25..<57, 57..<89, 89..<121] {
            #expect(one[field] != other[field])
        }
        #expect(one[9..<17] != one[17..<25])
    }

    @Test("names neither collaboration nor account to who reads it")
    func anonymous() {
        // Names so long that random bytes do not spell them by chance.
        let challenge = authority().issue(for: "doc-recipes", account: "bob@bakery.example")
        let text = String(decoding: challenge, as: UTF8.self)
        #expect(!text.contains("doc-recipes"))
        #expect(!text.contains("bob@bakery.example"))
    }

    @Test(
        "lives for a second at least and a day at most, whatever its author asks for",
        arguments: [
            (Duration.seconds(Int64.min), 1), (.seconds(-120), 1), (.zero, 1), (.milliseconds(999), 1),
            (.seconds(120), 120), (.seconds(86_401), 86_400), (.seconds(Int64.max), 86_400),
        ]
    )
    func lifetimeBounds(_ lifetime: Duration, _ seconds: Int) throws {
        let authority = ChallengeAuthority(key: key, lifetime: lifetime, now: { [watch] in watch.now })
        #expect(authority.lifetime == .seconds(seconds))
        let challenge = authority.issue(for: "doc-42", account: "bob")
        watch.advance(by: Double(seconds) - 0.1)
        _ = try authority.validate(challenge, for: "doc-42", account: "bob")
        watch.advance(by: 0.1)
        #expect(throws: AccessRefusal.expiredChallenge) {
            try authority.validate(challenge, for: "doc-42", account: "bob")
        }
    }

    @Test(
        "is good once even where the tolerance of clocks is asked to be negative or without end",
        arguments: [
            (Duration.seconds(Int64.min), 0), (.seconds(-600), 0), (.zero, 0), (.seconds(60), 60),
            (.seconds(Int64.max), 86_400),
        ]
    )
    func toleranceBounds(_ tolerance: Duration, _ seconds: Int) throws {
        let authority = ChallengeAuthority(
            key: key,
            clockTolerance: tolerance,
            now: { [watch] in watch.now }
        )
        #expect(authority.clockTolerance == .seconds(seconds))
        let challenge = authority.issue(for: "doc-42", account: "bob")
        var used = UsedChallenges()
        let first = try authority.validate(challenge, for: "doc-42", account: "bob").use()
        #expect(first.forgettable == watch.now + 120 + Double(seconds))
        let isFirst = used.record(first)
        watch.advance(by: 119)
        let isReplay = try !used.record(
            authority.validate(challenge, for: "doc-42", account: "bob").use()
        )
        #expect(isFirst && isReplay)
    }

    @Test(
        "does not trap on a lifetime or a time beyond all calendars",
        arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .zero]
    )
    func extremes(_ lifetime: Duration) {
        for now in [
            Date.distantPast, Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: .nan),
        ] {
            let authority = ChallengeAuthority(
                key: key,
                lifetime: lifetime,
                acceptsDeviceNonces: true,
                now: { now }
            )
            let challenge = authority.issue(for: "doc-42", account: "bob")
            _ = try? authority.validate(challenge, for: "doc-42", account: "bob")
            var generator = SeededGenerator("nonce")
            let nonce = DeviceNonce(for: "doc-42", account: "bob", date: now, using: &generator)
            _ = try? authority.validate(nonce.message, for: "doc-42", account: "bob")
        }
    }
}

@Suite("A challenge key")
struct ChallengeKeyTests {
    @Test("is at least 32 bytes")
    func length() throws {
        #expect(throws: ChallengeKeyError.tooShort(minimum: 32, found: 31)) {
            try ChallengeKey(bytes: [UInt8](repeating: 1, count: 31))
        }
        #expect(try ChallengeKey(bytes: [UInt8](repeating: 1, count: 100)).rawRepresentation.count == 100)
    }

    @Test("is made new each time, and comes back from its bytes")
    func random() throws {
        let key = ChallengeKey()
        #expect(key != ChallengeKey())
        #expect(try ChallengeKey(bytes: key.rawRepresentation) == key)
        #expect(key.rawRepresentation.count == 32)
    }

    @Test("shows in no description and no dump, neither by itself nor within what holds it")
    func secret() throws {
        let key = try ChallengeKey(bytes: [UInt8](repeating: 0xAB, count: 32))
        let authority = ChallengeAuthority(key: key, formerKeys: [key])
        let access = CollaborationAccess(store: InMemoryParticipantStore(), challenges: authority)
        for value in [key, authority, access] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, String(describing: value), String(reflecting: value)] {
                #expect(!text.contains("171") && !text.lowercased().contains("abab"), "\(type(of: value))")
            }
        }
    }
}
