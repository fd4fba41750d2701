import CollaborationCrypto

/// The rules of an identity proof, in the order in which they are checked.
///
/// They take bytes of any type, so that they also serve where there is no Foundation.
enum IdentityProofRules {
    /// Makes the path of a proof.
    ///
    /// The siblings are asked for after the index and their number were checked.
    ///
    /// - Throws: In this order, ``IdentityProofError/emptyProof`` for an empty proof with an index other than 0,
    /// ``IdentityProofError/publicKeyIndexOutOfRange``, ``IdentityProofError/inclusionPathTooLong``,
    /// ``IdentityProofError/malformedInclusionHash``.
    static func path(
        ofEmptyKey keyIsEmpty: Bool,
        index: Int64,
        siblingCount: Int,
        siblings: () throws(SHA256DigestError) -> [SHA256Digest]
    ) throws(IdentityProofError) -> MerkleInclusionProof {
        guard !keyIsEmpty || siblingCount > 0 || index == 0 else { throw .emptyProof }
        do throws(MerkleTreeError) {
            try MerkleInclusionProof.check(leafIndex: index, siblingCount: siblingCount)
        } catch {
            throw error == .pathTooLong ? .inclusionPathTooLong : .publicKeyIndexOutOfRange
        }
        do throws(SHA256DigestError) {
            return MerkleInclusionProof(checkedLeafIndex: index, siblings: try siblings())
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
        do throws(P256.Signing.PublicKeyError) {
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

    /// Verifies the signature of a key, and computes the root.
    ///
    /// The closure tells whether the signature is that of the key over the challenge, in the form that the policy
    /// names.
    static func root(
        ofKey bytes: some Collection<UInt8>,
        path: MerkleInclusionProof,
        signature: some Collection<UInt8>,
        policy: IdentityProofPolicy,
        isValid: (P256.Signing.PublicKey, P256.Signing.ECDSASignature) -> Bool
    ) throws(IdentityProofError) -> SHA256Digest {
        let key = try key(bytes, path: path, policy: policy)
        let signature = try self.signature(signature, policy: policy)
        guard isValid(key, signature) else { throw .signatureMismatch }
        return root(ofKey: bytes, path: path)
    }

    private static func signature(
        _ bytes: some Collection<UInt8>,
        policy: IdentityProofPolicy
    ) throws(IdentityProofError) -> P256.Signing.ECDSASignature {
        do throws(P256.Signing.SignatureError) {
            switch policy.signatureEncoding {
            case .der: return try P256.Signing.ECDSASignature(derRepresentation: bytes)
            case .raw: return try P256.Signing.ECDSASignature(rawRepresentation: bytes)
            }
        } catch {
            throw .malformedSignature
        }
    }

    /// Refuses the root of an identity that is not among the known ones.
    static func check(_ root: SHA256Digest, isAmong known: [SHA256Digest]) throws(IdentityProofError) {
        guard known.contains(root) else { throw .unknownIdentity }
    }
}
