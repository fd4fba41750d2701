import CollaborationCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Issues and validates the challenges that devices sign.
///
/// A challenge carries the collaboration and the account that it was issued for, its expiration and a nonce.
/// An authentication code (HMAC-SHA-256) protects all of it, together with the identifier of the store. So any
/// server with the key and the store can validate what another one issued, and nothing is stored until a challenge
/// is used: ``CollaborationRecord`` enforces single use. A store that has forgotten its data has another identifier, so
/// that challenges from before are refused.
struct ChallengeAuthority: Sendable {
    private let key: ChallengeKey
    private let configuration: Collaborations.Configuration

    init(key: ChallengeKey, configuration: Collaborations.Configuration) {
        self.key = key
        self.configuration = configuration
    }

    /// Issues a challenge, 121 bytes.
    func issue(for collaboration: CollaborationIdentifier, account: AccountIdentifier, store: StoreIdentifier) -> Data {
        Challenge(
            expiration: configuration.clock() + configuration.lifetime.timeInterval,
            collaboration: collaboration,
            account: account,
            random: (configuration.random(), configuration.random()),
            key: key.bytes,
            store: store.rawRepresentation
        ).data
    }

    /// Checks that the exact bytes that a device signed are a challenge for a collaboration, an account and a store, and
    /// have not expired.
    ///
    /// The checks run in the order of the cases of `Refusal`.
    ///
    /// - Returns: What an admission records of the challenge, so that it is used once.
    func validate(
        _ challenge: Data,
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        store: StoreIdentifier,
        at now: Date
    ) throws(CollaborationError) -> UsedChallenge {
        guard let signed = Challenge(data: challenge) else { throw .refused(.malformedChallenge) }
        let isNonce = signed.kind == .deviceNonce
        // A nonce has no authentication code: the device's signature over it takes that place.
        guard !isNonce || configuration.acceptsDeviceNonces else { throw .refused(.deviceNonceNotAccepted) }
        let keys = isNonce ? [] : [key] + configuration.formerKeys
        let isIssued = keys.contains { signed.isAuthentic(key: $0.bytes, store: store.rawRepresentation) }
        guard isNonce || isIssued else { throw .refused(.forgedChallenge) }
        guard signed.isBound(to: collaboration) else { throw .refused(.challengeForAnotherCollaboration) }
        guard signed.isBound(to: account) else { throw .refused(.challengeForAnotherAccount) }

        // A challenge carries its expiration, and a nonce the date when it was made. In milliseconds, which a nonce may
        // choose freely, sums saturate.
        let lifetime = configuration.lifetime.milliseconds
        let tolerance = configuration.clockTolerance.milliseconds
        let time = now.milliseconds
        let expiration = isNonce ? signed.milliseconds.adding(lifetime) : signed.milliseconds
        guard expiration <= time.adding(lifetime).adding(tolerance) else { throw .refused(.challengeFromTheFuture) }
        guard time < expiration else { throw .refused(.expiredChallenge) }
        // A server whose clock is behind accepts the challenge for longer: the use is kept until then.
        return UsedChallenge(signed.identifier, by: account, expiration: expiration.adding(tolerance))
    }
}

extension Duration {
    fileprivate var timeInterval: TimeInterval { self / .seconds(1) }
    fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}

extension Int64 {
    /// The sum with a number that is not negative, at most the greatest integer.
    fileprivate func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
