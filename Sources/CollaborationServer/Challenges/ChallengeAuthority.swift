import CollaborationCrypto
public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Issues the challenges that devices sign, and knows them again.
///
/// A challenge carries the collaboration and the account that it was issued for, its expiry and a nonce under
/// a code that only holders of the key can make (HMAC with SHA-256). So any server with the key can check
/// what another one issued, and nothing need be remembered of a challenge until it is used.
///
/// A key is changed without a moment of refusals in three steps, each on all servers before the next: the new
/// key as a former one, the new key as the issuing one with the old as a former one, and after one lifetime
/// the new key alone.
public struct ChallengeAuthority: Sendable {
    /// The lifetimes that a challenge can have: from one second to one day.
    ///
    /// A shorter one would refuse every device, and a longer one would have the store remember each use for
    /// as long.
    public static let lifetimes: ClosedRange<Duration> = .seconds(1) ... .seconds(86_400)

    /// The differences between clocks that can be tolerated: from none to one day.
    ///
    /// A negative one would let a store forget the use of a challenge that is still valid.
    public static let clockTolerances: ClosedRange<Duration> = .zero ... .seconds(86_400)

    /// How long after its issue a challenge can be answered, one of ``lifetimes``.
    public let lifetime: Duration

    /// By how much the clocks of the servers, and of devices that make nonces, may differ, one of
    /// ``clockTolerances``.
    public let clockTolerance: Duration

    /// Whether a nonce that a device made itself is accepted in place of a challenge.
    public let acceptsDeviceNonces: Bool

    let key: ChallengeKey
    let formerKeys: [ChallengeKey]
    let now: @Sendable () -> Date
    private let random: @Sendable () -> UInt64

    /// Makes an authority.
    ///
    /// - Parameters:
    ///   - key: The key that challenges are issued under.
    ///   - formerKeys: Further keys under which challenges are still, or already, recognised.
    ///   - lifetime: How long after its issue a challenge can be answered; the nearest of ``lifetimes`` is
    ///     taken.
    ///   - clockTolerance: By how much the clocks of servers and of devices that make nonces may differ; the
    ///     nearest of ``clockTolerances`` is taken.
    ///   - acceptsDeviceNonces: Whether a ``DeviceNonce`` is accepted in place of a challenge.
    ///   - now: The clock.
    ///   - random: The source of nonces; nobody must be able to predict it, except in a test.
    public init(
        key: ChallengeKey,
        formerKeys: [ChallengeKey] = [],
        lifetime: Duration = .seconds(120),
        clockTolerance: Duration = .seconds(60),
        acceptsDeviceNonces: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: 0...UInt64.max) }
    ) {
        self.key = key
        self.formerKeys = formerKeys
        self.lifetime = lifetime.clamped(to: Self.lifetimes)
        self.clockTolerance = clockTolerance.clamped(to: Self.clockTolerances)
        self.acceptsDeviceNonces = acceptsDeviceNonces
        self.now = now
        self.random = random
    }

    /// Issues a challenge.
    ///
    /// Nothing is looked up or stored: whether the collaboration exists shows in no challenge.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration that access is asked for.
    ///   - account: The account that asks, as the server has authenticated it.
    /// - Returns: The bytes for the device to sign, 121 of them.
    public func issue(for collaboration: CollaborationIdentifier, account: AccountIdentifier) -> Data {
        let message = ChallengeMessage(
            kind: .challenge,
            date: now() + lifetime.timeInterval,
            collaboration: collaboration,
            account: account,
            random: random
        )
        let code = HMACSHA256.authenticationCode(for: message.bytes, using: key.bytes)
        return Data(message.bytes + code.rawRepresentation)
    }
}

extension Duration {
    var timeInterval: TimeInterval { self / .seconds(1) }

    fileprivate func clamped(to range: ClosedRange<Duration>) -> Duration {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
