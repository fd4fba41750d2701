package import CollaborationCrypto
public import CollaborationProofs

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A challenge that passed all checks except the one against replays.
///
/// Only a ``ChallengeAuthority`` makes one, so that a value is evidence that the checks were made.
public struct ValidChallenge: Hashable, Sendable {
    /// The bytes that the device signs.
    public let message: Data

    /// The collaboration that the challenge is for.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The account that the challenge is for.
    public let account: AccountIdentifier

    /// Differs in every challenge.
    package let identifier: SHA256Digest

    /// When the checks were made.
    package let validated: Date

    /// No server accepts the challenge after this date.
    package let expiration: Date
}

extension ChallengeAuthority {
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
    ) throws(AccessRefusal) -> ValidChallenge {
        guard let signed = Challenge(signed: challenge) else { throw .malformedChallenge }
        switch signed.kind {
        case .deviceNonce:
            guard acceptsDeviceNonces else { throw .deviceNonceNotAccepted }
        case .challenge:
            let isIssued = ([key] + formerKeys).contains {
                signed.isAuthentic(key: $0.bytes, store: store.rawRepresentation)
            }
            guard isIssued else { throw .forgedChallenge }
        }
        guard signed.isBound(to: collaboration) else { throw .challengeForAnotherCollaboration }
        guard signed.isBound(to: account) else { throw .challengeForAnotherAccount }

        let date = clock()
        let end = try end(of: signed, at: date)
        guard date < end else { throw .expiredChallenge }
        return ValidChallenge(
            message: challenge,
            collaborationIdentifier: collaboration,
            account: account,
            identifier: signed.identifier,
            validated: date,
            // A server whose clock is behind accepts the challenge for longer: the use is kept until then.
            expiration: end + clockTolerance.timeInterval
        )
    }

    /// From when on the challenge is no longer accepted.
    private func end(of challenge: Challenge, at date: Date) throws(AccessRefusal) -> Date {
        switch challenge.kind {
        case .challenge:
            return challenge.date
        case .deviceNonce:
            guard challenge.date <= date + clockTolerance.timeInterval else { throw .challengeFromTheFuture }
            return challenge.date + lifetime.timeInterval
        }
    }
}
