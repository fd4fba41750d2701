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
        _ = try key(acceptedBy: policy)
        return Data(root.rawRepresentation)
    }

    /// Checks the depth and parses the public key.
    fileprivate func key(acceptedBy policy: IdentityProofPolicy) throws(IdentityProofError)
        -> P256.Signing.PublicKey
    {
        guard !isEmpty else { throw .emptyProof }
        let depth = path.siblings.count
        guard depth <= policy.depths.upperBound else { throw .inclusionPathTooLong }
        guard depth >= policy.depths.lowerBound else { throw .inclusionPathTooShort }
        do throws(P256.Signing.PublicKeyError) {
            switch policy.keyEncoding {
            case .x963: return try P256.Signing.PublicKey(x963Representation: publicKey)
            case .compressed: return try P256.Signing.PublicKey(compressedRepresentation: publicKey)
            case .der: return try P256.Signing.PublicKey(derRepresentation: publicKey)
            }
        } catch {
            throw .malformedPublicKey
        }
    }

    /// The root computed from the bytes of the key, which need not be a public key.
    fileprivate var root: SHA256Digest {
        path.root(forLeaf: SHA256.hash(data: publicKey))
    }
}

extension Person.SignedIdentityProof {
    /// Verifies the signature and returns the identity proven.
    ///
    /// The signature must be over exactly the bytes of the challenge, or over the one other form of it that the
    /// policy names. The identity is the root of the tree, computed from the key and the inclusion hashes. The
    /// caller must check that this identity was invited, that is, that it is among the root hashes stored for the
    /// collaboration.
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
        let key = try personIdentityProof.key(acceptedBy: policy)
        let signature = try signature(acceptedBy: policy)
        let signed = SignatureVerifier.SignedMessage(
            publicKey: key,
            signature: signature,
            message: policy.signedForm.bytes(of: challenge)
        )
        guard verifier.isValid(signed) else { throw .signatureMismatch }
        return Person.Identity(personIdentityProof.root)
    }

    private func signature(
        acceptedBy policy: IdentityProofPolicy
    ) throws(IdentityProofError) -> P256.Signing.ECDSASignature {
        do throws(P256.Signing.SignatureError) {
            switch policy.signatureEncoding {
            case .der: return try P256.Signing.ECDSASignature(derRepresentation: signatureData)
            case .raw: return try P256.Signing.ECDSASignature(rawRepresentation: signatureData)
            }
        } catch {
            throw .malformedSignature
        }
    }
}
