public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension CollaborationAccess {
    /// Issues a challenge for a device to sign.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration that access is asked for.
    ///   - account: The account that asks, as the server has authenticated it.
    /// - Returns: The bytes to sign.
    public func challenge(for collaboration: CollaborationIdentifier, account: AccountIdentifier) -> Data {
        challenges.issue(for: collaboration, account: account)
    }

    /// Lets an account into a collaboration if a device proves one of its identities.
    ///
    /// The checks run in this order, and the first that fails decides the refusal: the challenge, at the
    /// price of a few hashes; the proof, at the price of a signature; and in one step of the store the
    /// challenge's first use, the identity and its account. A challenge is used up once the proof is valid,
    /// whatever the store then says. An account that has access already is paired with the further identity,
    /// or stays as it is.
    ///
    /// The verification runs where the call is made: a call from an actor keeps the actor busy for as long.
    ///
    /// - Parameters:
    ///   - proof: What the device sent.
    ///   - challenge: The bytes that the device signed, as the client sent them back.
    ///   - account: The account that asks, as the server has authenticated it.
    ///   - collaboration: The collaboration that access is asked for.
    /// - Returns: The admission.
    /// - Throws: ``AccessRefusal``, or what the store throws. After an error of the store the account may
    ///   already be let in and the challenge used up, so that a second try with it is refused: ask
    ///   ``access(of:to:)``. What decoding the proof throws is not thrown here, but belongs to the same answer:
    ///   ``AccessRefusal/init(_:)``.
    @discardableResult
    public func admit(
        _ proof: Person.SignedIdentityProof,
        answering challenge: Data,
        as account: AccountIdentifier,
        to collaboration: CollaborationIdentifier
    ) async throws -> Admission {
        let valid = try challenges.validate(challenge, for: collaboration, account: account)
        let identity = try provenIdentity(by: proof, signing: valid)
        let outcome = try await store.pair(
            Pairing(
                collaborationIdentifier: collaboration,
                identity: identity,
                account: account,
                challengeUse: valid.use(),
                policy: pairingPolicy
            )
        )
        switch outcome {
        case .paired(let revoked):
            return Admission(
                collaborationIdentifier: collaboration,
                account: account,
                identity: identity,
                revokedAccount: revoked
            )
        case .challengeAlreadyUsed: throw AccessRefusal.challengeAlreadyUsed
        case .unknownIdentity: throw AccessRefusal.unknownIdentity
        case .pairedWithAnotherAccount: throw AccessRefusal.identityOfAnotherAccount
        }
    }

    private func provenIdentity(
        by proof: Person.SignedIdentityProof,
        signing challenge: ValidChallenge
    ) throws(AccessRefusal) -> Person.Identity {
        do throws(IdentityProofError) {
            return try proof.verifiedIdentity(signing: challenge.message, policy: proofPolicy)
        } catch {
            throw .invalidProof(error)
        }
    }
}
