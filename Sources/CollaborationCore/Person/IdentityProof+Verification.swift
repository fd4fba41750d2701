import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Person.IdentityProof {
    /// Computes the root of the tree from the key and the inclusion hashes.
    ///
    /// The key is parsed first: a leaf must be the hash of a public key, so that an inner node of a tree
    /// cannot pass for a leaf.
    ///
    /// - Parameter policy: The encoding of the key and the depths that are accepted.
    /// - Returns: The root hash, 32 bytes.
    /// - Throws: In this order, ``IdentityProofError/emptyProof``,
    /// ``IdentityProofError/inclusionPathTooLong``, ``IdentityProofError/inclusionPathTooShort``,
    /// ``IdentityProofError/malformedPublicKey``.
    public func rootHash(policy: IdentityProofPolicy = .standard) throws(IdentityProofError) -> Data {
        _ = try IdentityProofRules.key(publicKey, path: path, policy: policy)
        return Data(IdentityProofRules.root(ofKey: publicKey, path: path).rawRepresentation)
    }
}

extension Person.SignedIdentityProof {
    /// Verifies the signature and returns the identity proven.
    ///
    /// The signature must be over exactly the bytes of the challenge, or over the one other form of it that the policy
    /// names. The identity is the root of the tree, computed from the key and the inclusion hashes. The caller must
    /// check that this identity was invited, that is, that it is among the root hashes stored for the collaboration.
    ///
    /// - Parameters:
    ///   - challenge: The bytes that the device was asked to sign, any number of them.
    ///   - policy: The encodings, the signed form and the depths that are accepted.
    ///   - verifier: Verifies the signature.
    /// - Returns: The identity. Grant nothing before it was found among the known ones.
    /// - Throws: In this order, ``IdentityProofError/emptyProof``,
    /// ``IdentityProofError/inclusionPathTooLong``, ``IdentityProofError/inclusionPathTooShort``,
    /// ``IdentityProofError/malformedPublicKey``, ``IdentityProofError/malformedSignature``,
    /// ``IdentityProofError/signatureMismatch``.
    public func verifiedIdentity(
        signing challenge: Data,
        policy: IdentityProofPolicy = .standard,
        verifier: SignatureVerifier = .standard
    ) throws(IdentityProofError) -> Person.Identity {
        let (publicKey, path) = (personIdentityProof.publicKey, personIdentityProof.path)
        let key = try IdentityProofRules.key(publicKey, path: path, policy: policy)
        let signature = try IdentityProofRules.signature(signatureData, policy: policy)
        let message = policy.signedForm.bytes(of: challenge)
        guard verifier.isValid(.init(publicKey: key, signature: signature, message: message)) else {
            throw .signatureMismatch
        }
        return Person.Identity(IdentityProofRules.root(ofKey: publicKey, path: path))
    }
}

extension IdentityProofPolicy.SignedForm {
    /// Returns the bytes that a device signs for a challenge.
    ///
    /// - Parameter challenge: The bytes that the device was asked to sign.
    /// - Returns: The bytes in this form.
    package func bytes(of challenge: Data) -> Data {
        switch self {
        case .challenge: challenge
        case .challengeHash: Data(SHA256.hash(data: challenge))
        case .base64: challenge.base64EncodedData()
        case .lowercaseHexadecimal: Data(challenge.hexadecimalDigits.utf8)
        case .uppercaseHexadecimal: Data(challenge.hexadecimalDigits.uppercased().utf8)
        }
    }
}
