public import Collaboration
import CollaborationCrypto

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
    /// How long after its issue a challenge can be answered.
    public let lifetime: Duration

    /// By how much the clocks of the servers, and of devices that make nonces, may differ.
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
    ///   - lifetime: How long after its issue a challenge can be answered.
    ///   - clockTolerance: By how much the clocks of servers and of devices that make nonces may differ.
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
        self.lifetime = lifetime
        self.clockTolerance = clockTolerance
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
}
