import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Person.IdentityProof {
    /// The root of the tree that the proof spans, 32 bytes.
    ///
    /// The key is parsed, since it is what keeps an inner node of a tree from passing for a leaf.
    ///
    /// - Parameter policy: The encoding of the key and the depths that are accepted.
    /// - Returns: The root hash, 32 bytes.
    /// - Throws: In this order, ``IdentityProofError/inclusionPathTooLong``,
    /// ``IdentityProofError/inclusionPathTooShort``, ``IdentityProofError/malformedPublicKey``.
    public func rootHash(policy: IdentityProofPolicy = .standard) throws(IdentityProofError) -> Data {
        _ = try key(acceptedBy: policy)
        return Data(root.rawRepresentation)
    }

    /// The public key, after the depth and the key have been checked.
    fileprivate func key(acceptedBy policy: IdentityProofPolicy) throws(IdentityProofError)
        -> P256.Signing.PublicKey
    {
        let depth = path.siblings.count
        guard depth <= policy.depths.upperBound else { throw .inclusionPathTooLong }
        guard depth >= policy.depths.lowerBound else { throw .inclusionPathTooShort }
        do throws(P256.Signing.PublicKeyError) {
            switch policy.keyEncoding {
            case .x963: return try P256.Signing.PublicKey(x963Representation: publicKey)
            case .compressed: return try P256.Signing.PublicKey(compressedRepresentation: publicKey)
            }
        } catch {
            throw .malformedPublicKey
        }
    }

    /// The root that follows from the key's bytes, whatever they are.
    fileprivate var root: SHA256Digest {
        path.root(forLeaf: SHA256.hash(data: publicKey))
    }
}

extension Person.SignedIdentityProof {
    /// The identity that the proof shows its sender to have.
    ///
    /// The signature is verified over exactly the bytes of the challenge, and the root of the tree
    /// recomputed. Whether the identity was invited is for the caller to look up, among the root hashes
    /// stored for the collaboration.
    ///
    /// - Parameters:
    ///   - challenge: The bytes that the device was asked to sign, any number of them.
    ///   - policy: The encodings and depths that are accepted.
    /// - Returns: The identity, to be found among the known ones before anything is granted.
    /// - Throws: In this order, ``IdentityProofError/inclusionPathTooLong``,
    /// ``IdentityProofError/inclusionPathTooShort``, ``IdentityProofError/malformedPublicKey``,
    /// ``IdentityProofError/malformedSignature``, ``IdentityProofError/signatureMismatch``.
    public func verifiedIdentity(
        signing challenge: Data,
        policy: IdentityProofPolicy = .standard
    ) throws(IdentityProofError) -> Person.Identity {
        let key = try personIdentityProof.key(acceptedBy: policy)
        let signature = try signature(acceptedBy: policy)
        guard key.isValidSignature(signature, for: challenge) else { throw .signatureMismatch }
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
