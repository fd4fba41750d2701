public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CollaborationAccess {
    /// Issues a challenge for a device to sign.
    public func challenge(for collaboration: CollaborationIdentifier, account: AccountIdentifier) -> Data {
        challenges.issue(for: collaboration, account: account, store: store.identifier)
    }

    /// Admits an account to a collaboration if a device proves one of the collaboration's identities.
    ///
    /// The checks run in this order, and the first that fails decides the refusal:
    ///
    /// 1. The challenge, at the cost of a few hashes.
    /// 2. The proof, at the cost of one signature verification.
    /// 3. In one step of the store, by ``CollaborationRecord``: that the challenge was not used before, that the identity is known, and
    ///    that it is not paired with another account.
    ///
    /// Only an admission uses the challenge up and writes to the store: a refusal leaves no trace, so that strangers
    /// cannot fill the store. An account that has access already is paired with the further identity, or stays
    /// as it is.
    ///
    /// The challenge has the bytes that the device signed, as the client sent them back. The verification runs on the
    /// caller's executor: a call from an actor blocks the actor for its duration.
    ///
    /// - Throws: ``AccessRefusal``, `IdentifierError`, or what the store throws. After an error of the store the account
    ///   may have been admitted and the challenge used up, so that a second try with it is refused:
    ///   ``access(of:to:)`` shows the outcome. Decoding the proof may have thrown a refusal before:
    ///   ``AccessRefusal/init(_:)``.
    @discardableResult
    public func admit(
        _ proof: Person.SignedIdentityProof,
        answering challenge: Data,
        as account: AccountIdentifier,
        to collaboration: CollaborationIdentifier
    ) async throws -> Admission {
        try account.check()
        try collaboration.check()
        let valid = try challenges.validated(
            challenge,
            for: collaboration,
            account: account,
            store: store.identifier
        )
        let identity: Person.Identity
        do throws(IdentityProofError) {
            identity = try proof.verifiedIdentity(
                signing: challenge,
                policy: proofPolicy,
                verifier: signatureVerifier
            )
        } catch {
            throw AccessRefusal.invalidProof(error)
        }
        let revoked = try await change(collaboration) { [pairingPolicy] in
            try $0.admit(identity, answering: valid, policy: pairingPolicy)
        }
        return Admission(
            account: account,
            identity: identity,
            revokedAccount: revoked
        )
    }
}
