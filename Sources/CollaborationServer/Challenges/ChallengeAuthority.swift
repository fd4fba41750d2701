package import CollaborationCrypto
public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Issues and validates the challenges that devices sign.
///
/// A challenge carries the collaboration and the account that it was issued for, its expiration and a nonce.
/// An authentication code (HMAC-SHA-256) protects all of it, together with the identifier of the store. So any
/// server with the key and the store can validate what another one issued, and nothing is stored until a challenge
/// is used: that it is used once, is a rule of ``CollaborationRecord``. A store that has forgotten its
/// data has another identifier, so that challenges from before are refused.
///
/// A key is replaced without refusing anybody in three steps, as `swift run KeyRotation` shows. Finish each on all
/// servers before the next:
///
/// 1. Add the new key to the former keys.
/// 2. Issue under the new key, with the old one as a former key.
/// 3. Wait one ``lifetime`` plus one ``clockTolerance``, then drop the old key. Until then, a server whose
///    clock is behind still accepts the last challenge that a server whose clock is ahead issued under it.
public struct ChallengeAuthority: Sendable {
    /// The lifetimes that a challenge can have: from one second to one day.
    ///
    /// A shorter one would expire before a device can answer. Each use is remembered for the lifetime, so that a longer
    /// one would cost memory without bound.
    package static let lifetimes: ClosedRange<Duration> = .seconds(1) ... .seconds(86_400)

    /// The differences between clocks that can be tolerated: from none to one day.
    ///
    /// With a negative one the use would be evicted of a challenge that is still valid, and a replay
    /// would be accepted. A longer one would let devices date their nonces days ahead.
    package static let clockTolerances: ClosedRange<Duration> = .zero ... .seconds(86_400)

    /// How long after its issue a challenge can be answered, from one second to one day.
    public let lifetime: Duration

    /// By how much the clocks of servers, and of devices that make nonces, may differ, from zero to
    /// one day.
    public let clockTolerance: Duration

    package let acceptsDeviceNonces: Bool

    let key: ChallengeKey
    let formerKeys: [ChallengeKey]
    let clock: @Sendable () -> Date
    private let random: @Sendable () -> UInt64

    /// Makes an authority.
    ///
    /// - Parameters:
    ///   - key: The key that challenges are issued under.
    ///   - formerKeys: Further keys whose challenges are accepted, while a key is being replaced.
    ///   - lifetime: From one second to one day.
    ///   - clockTolerance: From zero to one day.
    ///   - acceptsDeviceNonces: Whether a `DeviceNonce` is accepted in place of a challenge. A nonce has no
    ///     authentication code, so it is not bound to a store. A store that has forgotten its data, such as the one in
    ///     memory after a restart, accepts a recorded nonce again until it expires.
    ///   - clock: Tells the time.
    ///   - random: Returns numbers that nobody can predict, except in a test.
    /// - Throws: ``ChallengeAuthorityError`` for a lifetime or a tolerance that is out of range.
    public init(
        key: ChallengeKey,
        formerKeys: [ChallengeKey] = [],
        lifetime: Duration = .seconds(120),
        clockTolerance: Duration = .seconds(60),
        acceptsDeviceNonces: Bool = false,
        clock: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) throws(ChallengeAuthorityError) {
        guard Self.lifetimes.contains(lifetime) else { throw .lifetimeOutOfRange(lifetime) }
        guard Self.clockTolerances.contains(clockTolerance) else {
            throw .clockToleranceOutOfRange(clockTolerance)
        }
        self.key = key
        self.formerKeys = formerKeys
        self.lifetime = lifetime
        self.clockTolerance = clockTolerance
        self.acceptsDeviceNonces = acceptsDeviceNonces
        self.clock = clock
        self.random = random
    }

    /// Issues a challenge.
    ///
    /// Nothing is looked up or stored: a challenge is issued for a collaboration that does not exist, too.
    ///
    /// - Returns: The bytes for the device to sign, 121 of them.
    public func issue(
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        store: StoreIdentifier
    ) -> Data {
        Challenge(
            date: clock() + lifetime.timeInterval,
            collaboration: collaboration,
            account: account,
            random: (random(), random()),
            key: (key.bytes, store.rawRepresentation)
        ).data
    }

    /// Checks that a challenge was issued for a collaboration, an account and a store, and has not expired.
    ///
    /// The challenge has the bytes that the device signed, as the client sent them back.
    ///
    /// A replay is not refused here but when the account is admitted. A device's nonce is held to the same rules, if
    /// such nonces are accepted. It has no authentication code: the device's signature over it takes that place. It
    /// is valid for every store.
    ///
    /// - Throws: ``AccessRefusal``: the first that applies, from ``AccessRefusal/malformedChallenge`` to
    ///   ``AccessRefusal/expiredChallenge`` in the order of its cases.
    public func validate(
        _ challenge: Data,
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        store: StoreIdentifier
    ) throws(AccessRefusal) {
        _ = try validated(challenge, for: collaboration, account: account, store: store)
    }

    /// Makes the same checks, and returns what an admission records of the challenge.
    package func validated(
        _ challenge: Data,
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        store: StoreIdentifier
    ) throws(AccessRefusal) -> ValidChallenge {
        guard let signed = Challenge(signed: challenge) else { throw .malformedChallenge }
        let isNonce = signed.kind == .deviceNonce
        guard !isNonce || acceptsDeviceNonces else { throw .deviceNonceNotAccepted }
        let keys = isNonce ? [] : [key] + formerKeys
        let isIssued = keys.contains { signed.isAuthentic(key: $0.bytes, store: store.rawRepresentation) }
        guard isNonce || isIssued else { throw .forgedChallenge }
        guard signed.isBound(to: collaboration) else { throw .challengeForAnotherCollaboration }
        guard signed.isBound(to: account) else { throw .challengeForAnotherAccount }

        // A challenge carries its expiration, and a nonce the date when it was made.
        let date = clock()
        let latest = date + clockTolerance.timeInterval
        guard !isNonce || signed.date <= latest else { throw .challengeFromTheFuture }
        let end = isNonce ? signed.date + lifetime.timeInterval : signed.date
        guard date < end else { throw .expiredChallenge }
        return ValidChallenge(
            account: account,
            identifier: signed.identifier,
            validated: date,
            // A server whose clock is behind accepts the challenge for longer: the use is kept until then.
            expiration: end + clockTolerance.timeInterval
        )
    }
}

/// A challenge that passed all checks except the one against replays.
///
/// Only a ``ChallengeAuthority`` makes one, so that a value is evidence that the checks were made.
package struct ValidChallenge: Hashable, Sendable {
    /// The account that the challenge is for.
    package let account: AccountIdentifier

    /// Differs in every challenge.
    package let identifier: SHA256Digest

    /// When the checks were made.
    package let validated: Date

    /// No server accepts the challenge after this date.
    package let expiration: Date
}

/// A setting of a challenge authority that is out of range.
public enum ChallengeAuthorityError: Error, Hashable, Sendable {
    /// The lifetime is not from one second to one day.
    case lifetimeOutOfRange(Duration)

    /// The tolerance is not from zero to one day.
    case clockToleranceOutOfRange(Duration)
}

extension Duration {
    var timeInterval: TimeInterval { self / .seconds(1) }
}
