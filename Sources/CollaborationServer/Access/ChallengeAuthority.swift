import CollaborationCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Issues and validates the challenges that devices sign.
///
/// A challenge carries the collaboration and the account that it was issued for, its expiration and random bytes.
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
    /// - Returns: The use of the challenge, for the record.
    func validate(
        _ challenge: Data,
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        store: StoreIdentifier,
        at now: Date
    ) throws(CollaborationError) -> ChallengeUse {
        guard let signed = Challenge(data: challenge) else { throw .refused(.malformedChallenge) }
        let isIssued = ([key] + configuration.formerKeys).contains {
            signed.isAuthentic(key: $0.bytes, store: store.rawRepresentation)
        }
        guard isIssued else { throw .refused(.forgedChallenge) }
        guard signed.isBound(to: collaboration) else { throw .refused(.challengeForAnotherCollaboration) }
        guard signed.isBound(to: account) else { throw .refused(.challengeForAnotherAccount) }

        let tolerance = configuration.clockTolerance.milliseconds
        let time = now.milliseconds
        guard signed.expiration <= time.adding(configuration.lifetime.milliseconds).adding(tolerance) else {
            throw .refused(.challengeFromTheFuture)
        }
        guard time < signed.expiration else { throw .refused(.expiredChallenge) }
        return ChallengeUse(of: signed.code, by: account, expiration: signed.expiration)
    }

    /// The time of the server whose clock is the furthest behind.
    func earliestDate(at now: Date) -> Date { now - configuration.clockTolerance.timeInterval }
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
