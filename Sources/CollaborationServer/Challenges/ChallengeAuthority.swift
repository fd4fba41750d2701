public import CollaborationProofs

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
    public static let lifetimes: ClosedRange<Duration> = .seconds(1) ... .seconds(86_400)

    /// The differences between clocks that can be tolerated: from none to one day.
    ///
    /// With a negative one the use would be evicted of a challenge that is still valid, and a replay
    /// would be accepted. A longer one would let devices date their nonces days ahead.
    public static let clockTolerances: ClosedRange<Duration> = .zero ... .seconds(86_400)

    /// How long after its issue a challenge can be answered, one of ``lifetimes``.
    public let lifetime: Duration

    /// By how much the clocks of servers, and of devices that make nonces, may differ, one of
    /// ``clockTolerances``.
    public let clockTolerance: Duration

    /// Whether a `DeviceNonce` is accepted in place of a challenge.
    ///
    /// A nonce has no authentication code, so it is not bound to a store. A store that has forgotten its data, such
    /// as the one in memory after a restart, accepts a recorded nonce again until it expires.
    public let acceptsDeviceNonces: Bool

    let key: ChallengeKey
    let formerKeys: [ChallengeKey]
    let clock: @Sendable () -> Date

    /// Makes an authority.
    ///
    /// - Parameters:
    ///   - key: The key that challenges are issued under.
    ///   - formerKeys: Further keys whose challenges are accepted, while a key is being replaced.
    ///   - lifetime: How long after its issue a challenge can be answered, one of ``lifetimes``.
    ///   - clockTolerance: By how much the clocks of servers, and of devices that make nonces, may differ,
    ///     one of ``clockTolerances``.
    ///   - acceptsDeviceNonces: Whether a `DeviceNonce` is accepted in place of a challenge.
    ///   - clock: Tells the time.
    /// - Throws: ``ChallengeAuthorityError`` for a lifetime or a tolerance that is out of range.
    public init(
        key: ChallengeKey,
        formerKeys: [ChallengeKey] = [],
        lifetime: Duration = .seconds(120),
        clockTolerance: Duration = .seconds(60),
        acceptsDeviceNonces: Bool = false,
        clock: @escaping @Sendable () -> Date = { Date() }
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
    }

    /// Issues a challenge, with the system's randomness.
    ///
    /// Nothing is looked up or stored: a challenge is issued for a collaboration that does not exist, too.
    ///
    /// - Returns: The bytes for the device to sign, 121 of them.
    public func issue(
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        store: StoreIdentifier
    ) -> Data {
        // Without a generator as inout argument: the system's has no size, so that all tasks seem to share
        // its address, and the thread sanitizer reports a race in every server that it watches.
        let everyWord = UInt64.min...UInt64.max
        return issue(
            for: collaboration,
            account: account,
            store: store,
            random: (.random(in: everyWord), .random(in: everyWord))
        )
    }

    /// Issues a challenge with a source of randomness that nobody can predict, except in a test.
    ///
    /// - Returns: The bytes for the device to sign, 121 of them.
    public func issue(
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        store: StoreIdentifier,
        using generator: inout some RandomNumberGenerator
    ) -> Data {
        let random = (generator.next(), generator.next())
        return issue(for: collaboration, account: account, store: store, random: random)
    }

    private func issue(
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        store: StoreIdentifier,
        random: (UInt64, UInt64)
    ) -> Data {
        Challenge(
            date: clock() + lifetime.timeInterval,
            collaboration: collaboration,
            account: account,
            random: random,
            key: (key.bytes, store.rawRepresentation)
        ).data
    }
}

/// A setting of a challenge authority that is out of range.
public enum ChallengeAuthorityError: Error, Hashable, Sendable {
    /// The lifetime is not one of ``ChallengeAuthority/lifetimes``.
    case lifetimeOutOfRange(Duration)

    /// The tolerance is not one of ``ChallengeAuthority/clockTolerances``.
    case clockToleranceOutOfRange(Duration)
}

extension Duration {
    var timeInterval: TimeInterval { self / .seconds(1) }
}
