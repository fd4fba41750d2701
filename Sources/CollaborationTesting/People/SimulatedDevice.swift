public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A device of a simulated person, with the private keys that it alone holds.
///
/// It has another key for each collaboration, so that nobody can link what its owner does in two of them. The derivation is
/// not Apple's, which a server never needs.
public struct SimulatedDevice: Sendable {
    /// The name that its owner gave it.
    package let name: String

    let handle: String
    let seed: String

    /// The key of the device for one collaboration.
    package func key(for collaboration: CollaborationIdentifier) -> SigningKey {
        var generator = SeededGenerator("device", seed, handle, name, collaboration.rawValue)
        return SigningKey(using: &generator)
    }

    /// Signs a challenge and makes the answer that a recipient's app sends to the server.
    ///
    /// - Parameters:
    ///   - challenge: What the server issued.
    ///   - invitation: An invitation that was made while the person had the device.
    /// - Throws: ``SimulationError/deviceNotInIdentity`` when it was made without the device.
    public func answer(
        _ challenge: ChallengeMessage,
        for invitation: SimulatedInvitation
    ) throws(SimulationError) -> IdentityProofAnswer {
        let proof = try signedProof(signing: challenge.bytes, for: invitation)
        return IdentityProofAnswer(challenge: challenge.bytes, proof: proof)
    }

    /// Signs a challenge and proves that the device's key belongs to an identity.
    ///
    /// - Parameters:
    ///   - challenge: The bytes to sign.
    ///   - invitation: An invitation that was made while the person had the device.
    /// - Returns: What the device sends to the server.
    /// - Throws: ``SimulationError/deviceNotInIdentity`` when it was made without the device.
    public func signedProof(
        signing challenge: Data,
        for invitation: SimulatedInvitation
    ) throws(SimulationError) -> Person.SignedIdentityProof {
        let key = key(for: invitation.collaborationIdentifier)
        return Person.SignedIdentityProof(
            personIdentityProof: try invitation.proof(for: key.publicKey),
            signatureData: key.signature(for: challenge)
        )
    }

    /// Signs data as a device does that has no stored proof: without key and inclusion hashes.
    func emptyProof(signing data: Data, in collaboration: CollaborationIdentifier) -> Person.SignedIdentityProof? {
        let proof = try? Person.IdentityProof(publicKey: Data(), publicKeyIndex: 0, inclusionHashes: [])
        return proof.map {
            Person.SignedIdentityProof(
                personIdentityProof: $0,
                signatureData: key(for: collaboration).signature(for: data)
            )
        }
    }
}
