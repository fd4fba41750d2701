public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Collaborations {
    /// What a server may decide otherwise than the defaults.
    public struct Configuration: Sendable {
        /// The lifetimes that a challenge can have: from one second to one day.
        ///
        /// A shorter one would expire before a device can answer. Each use is remembered for the lifetime, so that a
        /// longer one would cost memory without bound.
        package static let lifetimes: ClosedRange<Duration> = .seconds(1) ... .seconds(86_400)

        /// The differences between clocks that can be tolerated: from none to one day.
        ///
        /// With a negative one the record of a use would be evicted while the challenge is still valid.
        package static let clockTolerances: ClosedRange<Duration> = .zero ... .seconds(86_400)

        private(set) var formerKeys: [ChallengeKey] = []
        private(set) var lifetime: Duration = .seconds(120)
        private(set) var clockTolerance: Duration = .seconds(60)
        private(set) var acceptsDeviceNonces = false
        private(set) var proofPolicy = IdentityProofPolicy.standard
        private(set) var pairingPolicy = PairingPolicy.refuse
        private(set) var signatureVerifier = SignatureVerifier.standard
        private(set) var mayChangeParticipants: @Sendable (Access) -> Bool = { $0.isOwner }
        private(set) var clock: @Sendable () -> Date = { Date() }
        private(set) var random: @Sendable () -> UInt64 = { .random(in: .min ... .max) }

        /// The defaults.
        public init() {}

        /// Makes a configuration.
        ///
        /// A key is replaced without refusing anybody in three steps, as `swift run KeyRotation` shows. Finish each on
        /// all servers before the next:
        ///
        /// 1. Add the new key to the former keys. 2. Issue under the new key, with the old one as a former key. 3. Wait
        /// one lifetime plus one clock tolerance, then drop the old key: until then a challenge under it can
        ///    still be valid somewhere.
        ///
        /// - Parameters:
        ///   - formerKeys: Further keys whose challenges are accepted, while a key is being replaced.
        ///   - lifetime: How long after its issue a challenge can be answered, from one second to one day.
        ///   - clockTolerance: By how much the clocks of servers, and of devices that make nonces, may differ, from zero
        ///     to one day.
        ///   - acceptsDeviceNonces: Whether a `DeviceNonce` is accepted in place of a challenge. A nonce has no
        ///     authentication code, so it is not bound to a store. A store that has forgotten its data, such as the one
        ///     in memory after a restart, accepts a recorded nonce again until it expires.
        ///   - proofPolicy: The encodings and depths of a proof that are accepted.
        ///   - pairingPolicy: What happens to an identity that is paired with an account when a second account
        ///     proves it.
        ///   - signatureVerifier: Verifies the signatures of proofs: this package's verifier, your own, or both.
        ///   - mayChangeParticipants: Decides whether an account with this access may change the participants. It may be
        ///     called again after a conflict, so it has no side effects.
        ///   - clock: Tells the time.
        ///   - random: Returns numbers that nobody can predict, except in a test.
        /// - Throws: ``ConfigurationError`` for a lifetime or a tolerance that is out of range.
        public init(
            formerKeys: [ChallengeKey] = [],
            lifetime: Duration = .seconds(120),
            clockTolerance: Duration = .seconds(60),
            acceptsDeviceNonces: Bool = false,
            proofPolicy: IdentityProofPolicy = .standard,
            pairingPolicy: PairingPolicy = .refuse,
            signatureVerifier: SignatureVerifier = .standard,
            mayChangeParticipants: @escaping @Sendable (Access) -> Bool = { $0.isOwner },
            clock: @escaping @Sendable () -> Date = { Date() },
            random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
        ) throws(ConfigurationError) {
            guard Self.lifetimes.contains(lifetime) else { throw .lifetimeOutOfRange(lifetime) }
            guard Self.clockTolerances.contains(clockTolerance) else { throw .clockToleranceOutOfRange(clockTolerance) }
            self.formerKeys = formerKeys
            self.lifetime = lifetime
            self.clockTolerance = clockTolerance
            self.acceptsDeviceNonces = acceptsDeviceNonces
            self.proofPolicy = proofPolicy
            self.pairingPolicy = pairingPolicy
            self.signatureVerifier = signatureVerifier
            self.mayChangeParticipants = mayChangeParticipants
            self.clock = clock
            self.random = random
        }
    }
}

/// A key or a setting of a server that is out of range.
public enum ConfigurationError: Error, Hashable, Sendable {
    /// The key has fewer than 32 bytes.
    case keyTooShort(minimum: Int, found: Int)

    /// All bytes of the key are zero, as in a buffer that was never filled.
    case keyAllZero

    /// The text of the key is not base64.
    case keyNotBase64

    /// The lifetime is not from one second to one day.
    case lifetimeOutOfRange(Duration)

    /// The tolerance is not from zero to one day.
    case clockToleranceOutOfRange(Duration)
}
