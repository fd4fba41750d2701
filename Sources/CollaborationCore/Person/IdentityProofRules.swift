import CollaborationCrypto

/// The rules of an identity proof, in the order in which they are checked.
///
/// They take bytes of any type, so that they also serve where there is no Foundation.
enum IdentityProofRules {
    /// Makes the path of a proof.
    ///
    /// - Throws: In this order, ``IdentityProofError/emptyProof`` for an empty proof with an index other than 0,
    /// ``IdentityProofError/publicKeyIndexOutOfRange``, ``IdentityProofError/inclusionPathTooLong``,
    /// ``IdentityProofError/malformedInclusionHash``.
    static func path(
        ofEmptyKey keyIsEmpty: Bool,
        index: Int64,
        siblings: some Collection<some Collection<UInt8>>
    ) throws(IdentityProofError) -> MerkleInclusionProof {
        guard !keyIsEmpty || !siblings.isEmpty || index == 0 else { throw .emptyProof }
        do throws(CryptoError) {
            try MerkleInclusionProof.check(leafIndex: index, siblingCount: siblings.count)
        } catch {
            throw error == .pathTooLong ? .inclusionPathTooLong : .publicKeyIndexOutOfRange
        }
        do throws(CryptoError) {
            let digests = try siblings.map { sibling throws(CryptoError) in
                try SHA256Digest(rawRepresentation: sibling)
            }
            return MerkleInclusionProof(checkedLeafIndex: index, siblings: digests)
        } catch {
            throw .malformedInclusionHash
        }
    }

    /// Checks the depth and parses the public key.
    static func key(
        _ bytes: some Collection<UInt8>,
        path: MerkleInclusionProof,
        policy: IdentityProofPolicy
    ) throws(IdentityProofError) -> P256.Signing.PublicKey {
        guard !bytes.isEmpty || !path.siblings.isEmpty else { throw .emptyProof }
        let depth = path.siblings.count
        guard depth <= policy.depths.upperBound else { throw .inclusionPathTooLong }
        guard depth >= policy.depths.lowerBound else { throw .inclusionPathTooShort }
        do throws(CryptoError) {
            switch policy.keyEncoding {
            case .x963: return try P256.Signing.PublicKey(x963Representation: bytes)
            case .compressed: return try P256.Signing.PublicKey(compressedRepresentation: bytes)
            case .der: return try P256.Signing.PublicKey(derRepresentation: bytes)
            }
        } catch {
            throw .malformedPublicKey
        }
    }

    /// Computes the root from the bytes of a key, which need not be a public key.
    static func root(ofKey bytes: some Collection<UInt8>, path: MerkleInclusionProof) -> SHA256Digest {
        path.root(forLeaf: SHA256.hash(data: bytes))
    }

    static func signature(
        _ bytes: some Collection<UInt8>,
        policy: IdentityProofPolicy
    ) throws(IdentityProofError) -> P256.Signing.ECDSASignature {
        do throws(CryptoError) {
            switch policy.signatureEncoding {
            case .der: return try P256.Signing.ECDSASignature(derRepresentation: bytes)
            case .raw: return try P256.Signing.ECDSASignature(rawRepresentation: bytes)
            }
        } catch {
            throw .malformedSignature
        }
    }
}
