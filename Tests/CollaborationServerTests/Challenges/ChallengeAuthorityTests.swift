import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Challenges")
struct ChallengeAuthorityTests {
    let clock = SimulatedClock()
    let key = ChallengeKey()

    func authority(
        key: ChallengeKey? = nil,
        formerKeys: [ChallengeKey] = [],
        acceptsDeviceNonces: Bool = false,
        clock: SimulatedClock? = nil
    ) throws -> ChallengeAuthority {
        let clock = clock ?? self.clock
        return try ChallengeAuthority(
            key: key ?? self.key,
            formerKeys: formerKeys,
            acceptsDeviceNonces: acceptsDeviceNonces,
            clock: { clock.date }
        )
    }

    func nonce(at seconds: TimeInterval) -> Data {
        var generator = SystemRandomNumberGenerator()
        let date = clock.date + seconds
        return DeviceNonce(for: "doc-42", account: "bob", date: date, using: &generator).message
    }

    @Test("A challenge is valid for its collaboration and account until it expires", arguments: [0, 250])
    func lifetime(milliseconds: Int) throws {
        clock.advance(by: .milliseconds(milliseconds))
        let authority = try authority()
        let challenge = authority.issue()
        #expect(try authority.validate(challenge).account == "bob")

        clock.advance(by: .milliseconds(119_999))
        _ = try authority.validate(challenge)
        clock.advance(by: .milliseconds(1))
        #expect(throws: AccessRefusal.expiredChallenge) { try authority.validate(challenge) }
    }

    @Test("Without a given clock, challenges are issued and validated by the system's clock")
    func systemClock() throws {
        let authority = try ChallengeAuthority(key: key, lifetime: .seconds(3600))
        let challenge = authority.issue()
        _ = try authority.validate(challenge)
        // Early enough for a host whose clock is some years behind.
        let longAgo = SimulatedClock(startingAt: Date(timeIntervalSince1970: 100_000_000))
        let expired = try self.authority(clock: longAgo).issue()
        #expect(throws: AccessRefusal.expiredChallenge) { try authority.validate(expired) }
    }

    @Test("A challenge is refused for another collaboration or another account")
    func binding() throws {
        let authority = try authority()
        // Names that differ in the last of many bytes, in length, and in where the first name ends.
        let long = String(repeating: "x", count: 1000)
        let others: [(CollaborationIdentifier, AccountIdentifier, AccessRefusal)] = [
            ("\(long)d", "\(long)a", .challengeForAnotherCollaboration),
            ("\(long)", "\(long)a", .challengeForAnotherCollaboration),
            ("\(long)ca", "\(long)", .challengeForAnotherCollaboration),
            ("\(long)a", "\(long)c", .challengeForAnotherCollaboration),
            ("\(long)c", "\(long)b", .challengeForAnotherAccount),
            ("\(long)c", "\(long)", .challengeForAnotherAccount),
            ("\(long)c", "\(long)ab", .challengeForAnotherAccount),
        ]
        let challenge = authority.issue(for: "\(long)c", account: "\(long)a")
        _ = try authority.validate(challenge, for: "\(long)c", account: "\(long)a")
        for (collaboration, account, refusal) in others {
            #expect(throws: refusal) {
                try authority.validate(challenge, for: collaboration, account: account)
            }
        }
    }

    @Test("A challenge with any bit changed, any byte missing or a byte more is refused")
    func tampering() throws {
        let authority = try authority()
        let challenge = authority.issue()
        for index in challenge.indices {
            for bit in 0..<8 {
                var changed = challenge
                changed[index] ^= 1 << bit
                #expect(throws: index == 0 ? .malformedChallenge : AccessRefusal.forgedChallenge) {
                    try authority.validate(changed, for: "doc-42", account: "bob")
                }
            }
            #expect(throws: AccessRefusal.malformedChallenge) {
                try authority.validate(challenge.prefix(index))
            }
        }
        #expect(throws: AccessRefusal.malformedChallenge) { try authority.validate(challenge + [0]) }
    }

    @Test("A challenge is refused for the first rule that it breaks, in the documented order")
    func refusalOrder() throws {
        func refusal(
            _ challenge: Data,
            by authority: ChallengeAuthority,
            for collaboration: CollaborationIdentifier = "doc-43",
            account: AccountIdentifier = "carol"
        ) -> AccessRefusal? {
            #expect(throws: AccessRefusal.self) {
                try authority.validate(challenge, for: collaboration, account: account)
            }
        }
        // Each line breaks one rule less than the line before it.
        let expired = try authority().issue()
        clock.advance(by: .seconds(120))
        let (own, other) = (try authority(), try authority(key: ChallengeKey()))
        #expect(refusal(expired + [0], by: other) == .malformedChallenge)
        #expect(refusal(expired, by: other) == .forgedChallenge)
        #expect(refusal(expired, by: own) == .challengeForAnotherCollaboration)
        #expect(refusal(expired, by: own, for: "doc-42") == .challengeForAnotherAccount)
        #expect(refusal(expired, by: own, for: "doc-42", account: "bob") == .expiredChallenge)

        // A nonce cannot be both early and expired, so both cases are tested.
        let accepting = try authority(acceptsDeviceNonces: true)
        for (seconds, last) in [(61, AccessRefusal.challengeFromTheFuture), (-120, .expiredChallenge)] {
            let nonce = nonce(at: TimeInterval(seconds))
            #expect(refusal(nonce + [0], by: own) == .malformedChallenge)
            #expect(refusal(nonce, by: own) == .deviceNonceNotAccepted)
            #expect(refusal(nonce, by: accepting) == .challengeForAnotherCollaboration)
            #expect(refusal(nonce, by: accepting, for: "doc-42") == .challengeForAnotherAccount)
            #expect(refusal(nonce, by: accepting, for: "doc-42", account: "bob") == last)
        }
    }

    @Test("A challenge can be read from a slice of a longer message")
    func slice() throws {
        let authority = try authority()
        let slice = (Data([1, 2, 3]) + authority.issue()).dropFirst(3)
        #expect(try authority.validate(slice).account == "bob")
    }

    @Test("A challenge is refused for any other store than that which it was issued for")
    func otherStores() throws {
        let authority = try authority()
        let bytes = Array(0xB0...0xBF as ClosedRange<UInt8>)
        let challenge = authority.issue(for: "doc-42", account: "bob", store: .fixed)
        try authority.validate(challenge, for: "doc-42", account: "bob", store: .fixed)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            let other = try #require(StoreIdentifier(rawRepresentation: changed))
            #expect(throws: AccessRefusal.forgedChallenge) {
                try authority.validate(challenge, for: "doc-42", account: "bob", store: other)
            }
        }
    }

    @Test("Challenges under each of several former keys are accepted")
    func formerKeys() throws {
        let former = (0..<3).map { _ in ChallengeKey() }
        let authority = try authority(formerKeys: former)
        for key in former {
            let challenge = try self.authority(key: key).issue()
            _ = try authority.validate(challenge)
        }
    }

    @Test("While a key is replaced in three steps, servers before and after each step accept each other")
    func rotation() throws {
        let new = ChallengeKey()
        let steps = try [
            authority(), authority(formerKeys: [new]), authority(key: new, formerKeys: [key]),
        ]
        for (before, after) in zip(steps, steps.dropFirst()) {
            for (issuer, validator) in [(before, after), (after, before)] {
                let challenge = issuer.issue()
                _ = try validator.validate(challenge)
            }
        }
    }

    @Test("The old key is needed for one lifetime plus the clock tolerance, and no longer")
    func lastStepOfRotation() throws {
        let new = ChallengeKey()
        // The last challenge under the old key comes from a server whose clock is ahead by the tolerance.
        let ahead = SimulatedClock(startingAt: clock.date + 60)
        let last = try authority(clock: ahead).issue()
        let (keeping, dropping) = (try authority(key: new, formerKeys: [key]), try authority(key: new))

        clock.advance(by: .milliseconds(179_999))
        _ = try keeping.validate(last)
        #expect(throws: AccessRefusal.forgedChallenge) { try dropping.validate(last) }
        clock.advance(by: .milliseconds(1))
        #expect(throws: AccessRefusal.expiredChallenge) { try keeping.validate(last) }
    }

    @Test("Two challenges of one account have no field in common but the expiration")
    func unlinkable() throws {
        let authority = try authority()
        let (one, other) = (authority.issue(), authority.issue())
        // The random bytes in two halves, the two bindings, the authentication code.
        for field in [9..<17, 17..<25, 25..<57, 57..<89, 89..<121] {
            #expect(one[field] != other[field])
        }
        #expect(one[9..<17] != one[17..<25])
    }

    @Test(
        "A lifetime below one second or above one day is refused",
        arguments: [
            Duration.seconds(Int64.min), .seconds(-120), .zero, .milliseconds(999),
            .seconds(86_400) + .nanoseconds(1), .seconds(Int64.max),
        ]
    )
    func lifetimeBounds(_ lifetime: Duration) throws {
        #expect(throws: ChallengeAuthorityError.lifetimeOutOfRange(lifetime)) {
            try ChallengeAuthority(key: key, lifetime: lifetime)
        }
    }

    @Test(
        "A clock tolerance below zero or above one day is refused",
        arguments: [
            Duration.seconds(Int64.min), .nanoseconds(-1), .seconds(86_400) + .nanoseconds(1),
            .seconds(Int64.max),
        ]
    )
    func toleranceBounds(_ tolerance: Duration) throws {
        #expect(throws: ChallengeAuthorityError.clockToleranceOutOfRange(tolerance)) {
            try ChallengeAuthority(key: key, clockTolerance: tolerance)
        }
    }

    @Test(
        "A lifetime and a clock tolerance at the ends of their ranges are used as given",
        arguments: [(1, 0), (86_400, 86_400)]
    )
    func bounds(_ lifetime: Int, _ tolerance: Int) throws {
        let authority = try ChallengeAuthority(
            key: key,
            lifetime: .seconds(lifetime),
            clockTolerance: .seconds(tolerance),
            clock: { [clock] in clock.date }
        )
        #expect(authority.lifetime == .seconds(lifetime))
        #expect(authority.clockTolerance == .seconds(tolerance))
        let challenge = authority.issue()
        let valid = try authority.validate(challenge)
        #expect(valid.expiration == clock.date + Double(lifetime + tolerance))
        clock.advance(by: .seconds(lifetime))
        #expect(throws: AccessRefusal.expiredChallenge) { try authority.validate(challenge) }
    }

    @Test("By default a challenge lives for 120 seconds, clocks may differ by 60, and nonces are refused")
    func defaults() throws {
        let authority = try ChallengeAuthority(key: key)
        #expect(authority.lifetime == .seconds(120))
        #expect(authority.clockTolerance == .seconds(60))
        #expect(!authority.acceptsDeviceNonces)
    }

    @Test("A date that is infinite or not a number does not trap")
    func extremes() throws {
        for date in [
            Date.distantPast, Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: .nan),
        ] {
            let authority = try ChallengeAuthority(key: key, acceptsDeviceNonces: true, clock: { date })
            let challenge = authority.issue()
            _ = try? authority.validate(challenge)
            var generator = SeededGenerator("nonce")
            let nonce = DeviceNonce(for: "doc-42", account: "bob", date: date, using: &generator)
            _ = try? authority.validate(nonce.message)
        }
    }

    @Test("A challenge of a server whose clock is ahead is valid at once where the clock is right")
    func clockAhead() throws {
        let ahead = SimulatedClock(startingAt: clock.date + 3_600)
        let challenge = try authority(clock: ahead).issue()
        #expect(throws: Never.self) { try authority().validate(challenge) }
    }

    @Test("Each of the 128 random bits of a challenge is sometimes set and sometimes not")
    func randomBits() throws {
        let authority = try authority()
        var (set, clear) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16))
        for _ in 0..<64 {
            let nonce = authority.issue()[9..<25]
            for (index, byte) in nonce.enumerated() {
                set[index] |= byte
                clear[index] |= ~byte
            }
        }
        #expect(set == [UInt8](repeating: 255, count: 16) && clear == set)
    }
}
