import CollaborationCrypto
public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ChallengeAuthority {
    /// Checks that a challenge was issued for a collaboration and an account, and has not expired.
    ///
    /// Whether it was used before is for the store to say, when the pairing is stored. A device's nonce is
    /// held to the same rules where such nonces are accepted, save that its authenticity rests on the
    /// device's signature over it.
    ///
    /// - Parameters:
    ///   - challenge: The bytes that the client says its device has signed.
    ///   - collaboration: The collaboration that access is asked for.
    ///   - account: The account that asks, as the server has authenticated it.
    /// - Returns: The evidence that these checks were passed.
    /// - Throws: ``AccessRefusal``, in this order: ``AccessRefusal/malformedChallenge``,
    /// ``AccessRefusal/deviceNonceNotAccepted``, ``AccessRefusal/forgedChallenge``,
    /// ``AccessRefusal/challengeForAnotherCollaboration``, ``AccessRefusal/challengeForAnotherAccount``,
    /// ``AccessRefusal/challengeFromTheFuture``, ``AccessRefusal/expiredChallenge``.
    public func validate(
        _ challenge: Data,
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier
    ) throws(AccessRefusal) -> ValidChallenge {
        guard let message = ChallengeMessage(challenge) else { throw .malformedChallenge }
        switch message.kind {
        case .deviceNonce:
            guard acceptsDeviceNonces else { throw .deviceNonceNotAccepted }
        case .challenge:
            guard isIssued(message) else { throw .forgedChallenge }
        }
        guard message.isBound(to: collaboration) else { throw .challengeForAnotherCollaboration }
        guard message.isBound(to: account) else { throw .challengeForAnotherAccount }

        let date = now()
        let expiry = try expiry(of: message, at: date)
        guard date < expiry else { throw .expiredChallenge }
        return ValidChallenge(
            message: challenge,
            collaborationIdentifier: collaboration,
            account: account,
            digest: message.code ?? SHA256.hash(data: message.bytes),
            validated: date,
            // A server whose clock is ahead must not forget the use while one that is behind takes the
            // challenge for valid.
            forgettable: expiry + clockTolerance.timeInterval
        )
    }

    private func isIssued(_ message: ChallengeMessage) -> Bool {
        ([key] + formerKeys).contains {
            // Digests are compared in constant time.
            HMACSHA256.authenticationCode(for: message.bytes, using: $0.bytes) == message.code
        }
    }

    private func expiry(of message: ChallengeMessage, at date: Date) throws(AccessRefusal) -> Date {
        switch message.kind {
        case .challenge:
            return message.date
        case .deviceNonce:
            guard message.date <= date + clockTolerance.timeInterval else { throw .challengeFromTheFuture }
            return message.date + lifetime.timeInterval
        }
    }
}
