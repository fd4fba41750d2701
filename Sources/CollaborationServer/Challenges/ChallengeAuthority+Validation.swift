import CollaborationCrypto
public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ChallengeAuthority {
    /// Checks that a challenge was issued for a collaboration, an account and a store, and has not expired.
    ///
    /// Replays are not refused here but by the store, when it records the use: ``ValidChallenge/use()``.
    /// A device's nonce is held to the same rules, if such nonces are accepted. It has no authentication
    /// code: the device's signature over it takes that place. It is valid for every store.
    ///
    /// - Parameters:
    ///   - challenge: The bytes that the device signed, as the client sent them back.
    ///   - collaboration: The collaboration that the account asks to open.
    ///   - account: The account that asks, as the server has authenticated it.
    ///   - store: The store that will record the use of the challenge.
    /// - Returns: The evidence that these checks were passed.
    /// - Throws: ``AccessRefusal``, in this order: ``AccessRefusal/malformedChallenge``,
    /// ``AccessRefusal/deviceNonceNotAccepted``, ``AccessRefusal/forgedChallenge``,
    /// ``AccessRefusal/challengeForAnotherCollaboration``, ``AccessRefusal/challengeForAnotherAccount``,
    /// ``AccessRefusal/challengeFromTheFuture``, ``AccessRefusal/expiredChallenge``.
    public func validate(
        _ challenge: Data,
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        store: StoreIdentifier
    ) throws(AccessRefusal) -> ValidChallenge {
        guard let message = ChallengeMessage(challenge) else { throw .malformedChallenge }
        switch message.kind {
        case .deviceNonce:
            guard acceptsDeviceNonces else { throw .deviceNonceNotAccepted }
        case .challenge:
            guard isIssued(message, for: store) else { throw .forgedChallenge }
        }
        guard message.isBound(to: collaboration) else { throw .challengeForAnotherCollaboration }
        guard message.isBound(to: account) else { throw .challengeForAnotherAccount }

        let date = clock()
        let end = try end(of: message, at: date)
        guard date < end else { throw .expiredChallenge }
        return ValidChallenge(
            message: challenge,
            collaborationIdentifier: collaboration,
            account: account,
            digest: message.code ?? SHA256.hash(data: message.bytes),
            validated: date,
            // A server whose clock is behind accepts the challenge for longer: the use is kept until then.
            expiration: end + clockTolerance.timeInterval
        )
    }

    private func isIssued(_ message: ChallengeMessage, for store: StoreIdentifier) -> Bool {
        ([key] + formerKeys).contains {
            // Digests are compared in constant time.
            Self.code(of: message, store: store, key: $0) == message.code
        }
    }

    /// From when on the message is no longer accepted.
    private func end(of message: ChallengeMessage, at date: Date) throws(AccessRefusal) -> Date {
        switch message.kind {
        case .challenge:
            return message.date
        case .deviceNonce:
            guard message.date <= date + clockTolerance.timeInterval else { throw .challengeFromTheFuture }
            return message.date + lifetime.timeInterval
        }
    }
}
