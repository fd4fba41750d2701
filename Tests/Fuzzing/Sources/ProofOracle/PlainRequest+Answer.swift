public import CollaborationCore
import Crypto
public import Foundation

extension PlainRequest {
    /// The root hash that the proof leads to, or the first rule that it breaks.
    ///
    /// This is the oracle of the fuzz targets: the plainest verifier on swift-crypto. It shares the names of
    /// the reasons with the package and nothing else.
    public func answer(policy: IdentityProofPolicy = .standard) -> Answer {
        if let structuralFault = proof.structuralFault { return .denied(structuralFault) }
        if proof.inclusionHashes.count > policy.depths.upperBound { return .denied(.inclusionPathTooLong) }
        if proof.inclusionHashes.count < policy.depths.lowerBound { return .denied(.inclusionPathTooShort) }
        guard let key = proof.key(policy.keyEncoding) else { return .denied(.malformedPublicKey) }
        guard let signature = proof.signature(policy.signatureEncoding) else { return .denied(.malformedSignature) }
        guard key.isValidSignature(signature, for: challenge) else { return .denied(.signatureMismatch) }
        return .granted(proof.root)
    }

    /// The same by the standard policy, where the root hash must be among the known ones.
    public var answerAmongKnown: Answer {
        let answer = answer()
        guard case .granted(let root) = answer, !knownRootHashes.contains(root) else { return answer }
        return .unknownIdentity
    }
}

extension PlainRequest.Proof {
    /// The rule that keeps the members from being a proof at all, the first in the order of the scheme.
    fileprivate var structuralFault: IdentityProofError? {
        let count = inclusionHashes.count
        if publicKey.isEmpty, count == 0 { return .emptyProof }
        // An index in Int is below 2^63, so with a path of 63 hashes or more every one is in range.
        if publicKeyIndex < 0 || (count < 63 && publicKeyIndex >= 1 << count) { return .publicKeyIndexOutOfRange }
        if count > 32 { return .inclusionPathTooLong }
        return inclusionHashes.allSatisfy { $0.count == 32 } ? nil : .malformedInclusionHash
    }

    fileprivate func key(_ encoding: IdentityProofPolicy.KeyEncoding) -> P256.Signing.PublicKey? {
        switch encoding {
        case .x963: try? P256.Signing.PublicKey(x963Representation: publicKey)
        case .compressed: try? P256.Signing.PublicKey(compressedRepresentation: publicKey)
        case .der: try? P256.Signing.PublicKey(derRepresentation: publicKey)
        }
    }

    fileprivate func signature(_ encoding: IdentityProofPolicy.SignatureEncoding) -> P256.Signing.ECDSASignature? {
        let signature =
            switch encoding {
            case .der: try? P256.Signing.ECDSASignature(derRepresentation: signatureData)
            case .raw: try? P256.Signing.ECDSASignature(rawRepresentation: signatureData)
            }
        // swift-crypto checks the range of r and s only when it verifies.
        return signature.flatMap { hasScalarsInRange(Array($0.rawRepresentation)) ? $0 : nil }
    }

    /// The root hash that the path leads to, by concatenating and hashing node by node.
    public var root: Data { root(fromLeaf: Data(SHA256.hash(data: publicKey))) }

    /// The same from the hash of the key.
    public func root(fromLeaf leaf: Data) -> Data {
        var node = leaf
        var index = publicKeyIndex
        for sibling in inclusionHashes {
            node = Data(SHA256.hash(data: index % 2 == 0 ? node + sibling : sibling + node))
            index /= 2
        }
        return node
    }
}

/// Whether 64 bytes are two numbers in 1 ..< n, the order of P-256 (SP 800-186, 3.2.1.3).
public func hasScalarsInRange(_ signature: [UInt8]) -> Bool {
    let order: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ]
    return signature.count == 64
        && [signature.prefix(32), signature.suffix(32)].allSatisfy { scalar in
            scalar.contains { $0 != 0 } && scalar.lexicographicallyPrecedes(order)
        }
}
