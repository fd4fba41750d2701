import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationServer

extension StoreIdentifier {
    /// The identifier of the store in tests of challenges alone.
    static let fixed = StoreIdentifier(rawRepresentation: 0xB0...0xBF) ?? StoreIdentifier()
}

/// An authority whose clock the test moves, with the store of the tests.
struct TestAuthority {
    let authority: ChallengeAuthority
    let clock: @Sendable () -> Date

    init(
        key: ChallengeKey,
        formerKeys: [ChallengeKey] = [],
        lifetime: Duration = .seconds(120),
        clockTolerance: Duration = .seconds(60),
        clock: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) throws {
        self.clock = clock
        let configuration = try Collaborations.Configuration(
            formerKeys: formerKeys,
            lifetime: lifetime,
            clockTolerance: clockTolerance,
            clock: clock,
            random: random
        )
        authority = ChallengeAuthority(key: key, configuration: configuration)
    }

    func issue(for collaboration: CollaborationIdentifier = "doc-42", account: AccountIdentifier = "bob") -> Data {
        authority.issue(for: collaboration, account: account, store: .fixed)
    }

    @discardableResult
    func validate(
        _ challenge: Data,
        for collaboration: CollaborationIdentifier = "doc-42",
        account: AccountIdentifier = "bob",
        store: StoreIdentifier = .fixed
    ) throws(CollaborationError) -> ChallengeUse {
        try authority.validate(challenge, for: collaboration, account: account, store: store, at: clock())
    }
}

@Suite("Challenges")
struct ChallengeAuthorityTests {
    let clock = SimulatedClock()
    let key = ChallengeKey()

    func authority(
        key: ChallengeKey? = nil,
        formerKeys: [ChallengeKey] = [],
        clock: SimulatedClock? = nil
    ) throws -> TestAuthority {
        let clock = clock ?? self.clock
        return try TestAuthority(key: key ?? self.key, formerKeys: formerKeys, clock: { clock.date })
    }

    @Test("A challenge is valid for its collaboration and account until it expires", arguments: [0, 250])
    func lifetime(milliseconds: Int) throws {
        clock.advance(by: .milliseconds(milliseconds))
        let authority = try authority()
        let challenge = authority.issue()
        try authority.validate(challenge)

        clock.advance(by: .milliseconds(119_999))
        try authority.validate(challenge)
        clock.advance(by: .milliseconds(1))
        #expect(throws: CollaborationError.refused(.expiredChallenge)) { try authority.validate(challenge) }
    }

    @Test("Without a given clock, challenges are issued and validated by the system's clock")
    func systemClock() throws {
        let authority = try TestAuthority(key: key, lifetime: .seconds(3600))
        let challenge = authority.issue()
        try authority.validate(challenge)
        // Early enough for a host whose clock is some years behind.
        let longAgo = SimulatedClock(startingAt: Date(timeIntervalSince1970: 100_000_000))
        let expired = try self.authority(clock: longAgo).issue()
        #expect(throws: CollaborationError.refused(.expiredChallenge)) { try authority.validate(expired) }
    }

    @Test("A challenge is refused for another collaboration or another account")
    func binding() throws {
        let authority = try authority()
        // Names that differ in the last of many bytes, in length, and in where the first name ends.
        let long = String(repeating: "x", count: 1000)
        let others: [(CollaborationIdentifier, AccountIdentifier, Refusal)] = [
            ("\(long)d", "\(long)a", .challengeForAnotherCollaboration),
            ("\(long)", "\(long)a", .challengeForAnotherCollaboration),
            ("\(long)ca", "\(long)", .challengeForAnotherCollaboration),
            ("\(long)a", "\(long)c", .challengeForAnotherCollaboration),
            ("\(long)c", "\(long)b", .challengeForAnotherAccount),
            ("\(long)c", "\(long)", .challengeForAnotherAccount),
            ("\(long)c", "\(long)ab", .challengeForAnotherAccount),
        ]
        let challenge = authority.issue(for: "\(long)c", account: "\(long)a")
        try authority.validate(challenge, for: "\(long)c", account: "\(long)a")
        for (collaboration, account, refusal) in others {
            #expect(throws: CollaborationError.refused(refusal)) {
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
                #expect(throws: CollaborationError.refused(index == 0 ? .malformedChallenge : .forgedChallenge)) {
                    try authority.validate(changed, for: "doc-42", account: "bob")
                }
            }
            #expect(throws: CollaborationError.refused(.malformedChallenge)) {
                try authority.validate(challenge.prefix(index))
            }
        }
        #expect(throws: CollaborationError.refused(.malformedChallenge)) {
            try authority.validate(challenge + [0])
        }
    }

    @Test("A challenge is refused for the first rule that it breaks: form, key, collaboration, account, dates")
    func refusalOrder() throws {
        func refusal(
            _ challenge: Data,
            by authority: TestAuthority,
            for collaboration: CollaborationIdentifier = "doc-43",
            account: AccountIdentifier = "carol"
        ) -> Refusal? {
            let error = #expect(throws: CollaborationError.self) {
                try authority.validate(challenge, for: collaboration, account: account)
            }
            guard case .refused(let refusal) = error else { return nil }
            return refusal
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
        let early = try authority(clock: SimulatedClock(startingAt: clock.date + 61)).issue()
        #expect(refusal(early, by: own, for: "doc-42") == .challengeForAnotherAccount)
        #expect(refusal(early, by: own, for: "doc-42", account: "bob") == .challengeFromTheFuture)
    }

    @Test("A challenge can be read from a slice of a longer message")
    func slice() throws {
        let authority = try authority()
        let slice = (Data([1, 2, 3]) + authority.issue()).dropFirst(3)
        #expect(throws: Never.self) { try authority.validate(slice) }
    }

    @Test("A challenge is refused for any other store than that which it was issued for")
    func otherStores() throws {
        let authority = try authority()
        let bytes = Array(0xB0...0xBF as ClosedRange<UInt8>)
        let challenge = authority.issue()
        try authority.validate(challenge)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            let other = try #require(StoreIdentifier(rawRepresentation: changed))
            #expect(throws: CollaborationError.refused(.forgedChallenge)) {
                try authority.validate(challenge, store: other)
            }
        }
    }

    @Test("Challenges under each of several former keys are accepted")
    func formerKeys() throws {
        let former = (0..<3).map { _ in ChallengeKey() }
        let authority = try authority(formerKeys: former)
        for key in former {
            let challenge = try self.authority(key: key).issue()
            #expect(throws: Never.self) { try authority.validate(challenge) }
        }
    }

    @Test("While a key is replaced in three steps, servers before and after each step accept each other")
    func rotation() throws {
        let new = ChallengeKey()
        let steps = try [
            authority(), authority(formerKeys: [new]), authority(key: new, formerKeys: [key]), authority(key: new),
        ]
        for (before, after) in zip(steps, steps.dropFirst()) {
            for (issuer, validator) in [(before, after), (after, before)] {
                let challenge = issuer.issue()
                #expect(throws: Never.self) { try validator.validate(challenge) }
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
        try keeping.validate(last)
        #expect(throws: CollaborationError.refused(.forgedChallenge)) { try dropping.validate(last) }
        clock.advance(by: .milliseconds(1))
        #expect(throws: CollaborationError.refused(.expiredChallenge)) { try keeping.validate(last) }
    }

    @Test("Two challenges of one account have no field in common but the expiration")
    func unlinkable() throws {
        let authority = try authority()
        let (one, other) = (authority.issue(), authority.issue())
        // The random bytes in two halves, the two bindings, the authentication code.
        for field in [9..<17, 17..<25, 25..<57, 57..<89, 89..<121] { #expect(one[field] != other[field]) }
        #expect(one[9..<17] != one[17..<25])
    }

    @Test(
        "A lifetime below one second or above one day is refused",
        arguments: [
            Duration.seconds(Int64.min), .seconds(-120), .zero, .milliseconds(999),
            .seconds(86_400) + .nanoseconds(1), .seconds(Int64.max),
        ]
    ) func lifetimeBounds(_ lifetime: Duration) throws {
        #expect(throws: ConfigurationError.lifetimeOutOfRange(lifetime)) {
            try TestAuthority(key: key, lifetime: lifetime)
        }
    }

    @Test(
        "A clock tolerance below zero or above one day is refused",
        arguments: [
            Duration.seconds(Int64.min), .nanoseconds(-1), .seconds(86_400) + .nanoseconds(1),
            .seconds(Int64.max),
        ]
    ) func toleranceBounds(_ tolerance: Duration) throws {
        #expect(throws: ConfigurationError.clockToleranceOutOfRange(tolerance)) {
            try TestAuthority(key: key, clockTolerance: tolerance)
        }
    }

    @Test(
        "A lifetime and a clock tolerance at the ends of their ranges are used as given",
        arguments: [(1, 0), (86_400, 86_400)]
    ) func bounds(_ lifetime: Int, _ tolerance: Int) throws {
        let authority = try TestAuthority(
            key: key,
            lifetime: .seconds(lifetime),
            clockTolerance: .seconds(tolerance),
            clock: { [clock] in clock.date }
        )
        let challenge = authority.issue()
        let use = try authority.validate(challenge)
        #expect(use.expiration == (clock.date + Double(lifetime)).milliseconds)
        clock.advance(by: .seconds(lifetime))
        #expect(throws: CollaborationError.refused(.expiredChallenge)) { try authority.validate(challenge) }
    }

    @Test("By default a challenge lives for 120 seconds, and clocks may differ by 60")
    func defaults() {
        let configuration = Collaborations.Configuration()
        #expect(configuration.lifetime == .seconds(120) && configuration.clockTolerance == .seconds(60))
    }

    @Test(
        "A challenge that a server issues at a date which is infinite or not a number has expired",
        arguments: [Double.infinity, -.infinity, .nan]
    ) func extremes(_ seconds: Double) throws {
        let authority = try TestAuthority(key: key, clock: { Date(timeIntervalSince1970: seconds) })
        #expect(throws: CollaborationError.refused(.expiredChallenge)) { try authority.validate(authority.issue()) }
    }

    @Test("A challenge of a server whose clock is ahead by the tolerance is valid at once")
    func clockAhead() throws {
        let ahead = SimulatedClock(startingAt: clock.date + 60)
        let (authority, challenge) = (try authority(), try authority(clock: ahead).issue())
        #expect(throws: Never.self) { try authority.validate(challenge) }
    }

    @Test("A challenge that expires later than the lifetime plus the tolerance is refused")
    func clockFarAhead() throws {
        let ahead = SimulatedClock(startingAt: clock.date + 60.001)
        let challenge = try authority(clock: ahead).issue()
        #expect(throws: CollaborationError.refused(.challengeFromTheFuture)) {
            try authority().validate(challenge)
        }
    }

    @Test(
        "A challenge of a clock that is behind by the lifetime, or of a longer lifetime, is refused whatever the tolerance"
    )
    func otherLifetime() throws {
        let authority = try TestAuthority(key: key, clockTolerance: .seconds(200), clock: { [clock] in clock.date })
        let behind = SimulatedClock(startingAt: clock.date - 120)
        let (late, longer) = (
            try self.authority(clock: behind),
            try TestAuthority(key: key, lifetime: .seconds(330), clock: { [clock] in clock.date })
        )
        #expect(throws: CollaborationError.refused(.expiredChallenge)) { try authority.validate(late.issue()) }
        #expect(throws: CollaborationError.refused(.challengeFromTheFuture)) { try authority.validate(longer.issue()) }
    }
}
