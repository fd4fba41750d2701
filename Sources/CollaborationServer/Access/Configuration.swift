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
        /// A shorter one would expire before a device can answer.
        package static let lifetimes: ClosedRange<Duration> = .seconds(1) ... .seconds(86_400)

        /// The differences between clocks that can be tolerated: from none to one day.
        ///
        /// With a negative one the record of a use would be evicted while the challenge is still valid.
        package static let clockTolerances: ClosedRange<Duration> = .zero ... .seconds(86_400)

        private(set) var formerKeys: [ChallengeKey] = []
        private(set) var lifetime: Duration = .seconds(120)
        private(set) var clockTolerance: Duration = .seconds(60)
        private(set) var proofPolicy = IdentityProofPolicy.standard
        private(set) var pairingPolicy = PairingPolicy.refuse
        private(set) var signatureVerifier = SignatureVerifier.standard
        private(set) var mayAct: @Sendable (Access, Act) -> Bool = { access, _ in access.isOwner }
        private(set) var clock: @Sendable () -> Date = { Date() }
        private(set) var random: @Sendable () -> UInt64 = { .random(in: .min ... .max) }

        /// The defaults.
        public init() {}

        /// Makes a configuration; what is not given is as by default.
        ///
        /// <doc:RunSeveralServers> says how a key is replaced without refusing anybody.
        ///
        /// - Parameters:
        ///   - formerKeys: Further keys whose challenges are accepted, while a key is being replaced. By default none.
        ///   - lifetime: How long after its issue a challenge can be answered, from one second to one day. By default two
        ///     minutes. It is the same on all servers, and longer than the clocks differ.
        ///   - clockTolerance: By how much the clocks of servers may differ, from zero to one day. By default one minute.
        ///     With zero, a challenge is refused as one from the future while the clock of its own server is behind the
        ///     time of its issue, as after a step back.
        ///   - proofPolicy: The encodings and depths of a proof that are accepted. By default those of Apple's devices.
        ///   - pairingPolicy: What happens to an identity that one account holds when a second account proves it. By
        ///     default the second one is refused.
        ///   - signatureVerifier: Verifies the signatures of proofs: this package's verifier, your own, or both. By default
        ///     this package's.
        ///   - mayAct: Decides whether an account with this access may do something. By default the owner may do
        ///     everything, and nobody else anything. It may be called again after a conflict, so it has no side effects.
        ///   - clock: Tells the time.
        ///   - random: Returns numbers that nobody can predict, except in a test.
        /// - Throws: ``ConfigurationError`` for a lifetime or a tolerance that is out of range.
        public init(
            formerKeys: [ChallengeKey]? = nil,
            lifetime: Duration? = nil,
            clockTolerance: Duration? = nil,
            proofPolicy: IdentityProofPolicy? = nil,
            pairingPolicy: PairingPolicy? = nil,
            signatureVerifier: SignatureVerifier? = nil,
            mayAct: (@Sendable (Access, Act) -> Bool)? = nil,
            clock: (@Sendable () -> Date)? = nil,
            random: (@Sendable () -> UInt64)? = nil
        ) throws(ConfigurationError) {
            self.formerKeys = formerKeys ?? self.formerKeys
            self.lifetime = lifetime ?? self.lifetime
            self.clockTolerance = clockTolerance ?? self.clockTolerance
            self.proofPolicy = proofPolicy ?? self.proofPolicy
            self.pairingPolicy = pairingPolicy ?? self.pairingPolicy
            self.signatureVerifier = signatureVerifier ?? self.signatureVerifier
            self.mayAct = mayAct ?? self.mayAct
            self.clock = clock ?? self.clock
            self.random = random ?? self.random
            guard Self.lifetimes.contains(self.lifetime) else { throw .lifetimeOutOfRange(self.lifetime) }
            guard Self.clockTolerances.contains(self.clockTolerance) else {
                throw .clockToleranceOutOfRange(self.clockTolerance)
            }
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
