public import CollaborationCore
import Crypto
public import Foundation

extension PlainRequest {
    /// The root hash that the proof leads to, or the first rule that it breaks.
    ///
    /// This is the oracle of the fuzz targets: the plainest verifier on swift-crypto. It shares the names of
    /// the reasons with the package and nothing else.
    public func verdict(policy: IdentityProofPolicy = .standard) -> Result<Data, IdentityProofError> {
        if let structuralFault = proof.structuralFault { return .failure(structuralFault) }
        if proof.inclusionHashes.count > policy.depths.upperBound { return .failure(.inclusionPathTooLong) }
        if proof.inclusionHashes.count < policy.depths.lowerBound { return .failure(.inclusionPathTooShort) }
        guard let key = proof.key(policy.keyEncoding) else { return .failure(.malformedPublicKey) }
        guard let signature = proof.signature(policy.signatureEncoding) else {
            return .failure(.malformedSignature)
        }
        guard key.isValidSignature(signature, for: signedBytes(policy.signedForm)) else {
            return .failure(.signatureMismatch)
        }
        return .success(proof.root)
    }

    private func signedBytes(_ form: IdentityProofPolicy.SignedForm) -> Data {
        switch form {
        case .challenge: challenge
        case .challengeHash: Data(SHA256.hash(data: challenge))
        case .base64: challenge.base64EncodedData()
        case .lowercaseHexadecimal: Data(challenge.map { String(format: "%02x", $0) }.joined().utf8)
        case .uppercaseHexadecimal: Data(challenge.map { String(format: "%02X", $0) }.joined().utf8)
        }
    }

    /// The same, and the identity must be among the known ones.
    public var verdictAmongKnownRootHashes: Result<Data, IdentityProofError> {
        verdict().flatMap { knownRootHashes.contains($0) ? .success($0) : .failure(.unknownIdentity) }
    }
}

extension PlainRequest.Proof {
    /// The rule that keeps the fields from being a proof at all, the first in the order of the scheme.
    fileprivate var structuralFault: IdentityProofError? {
        let count = inclusionHashes.count
        if publicKey.isEmpty, count == 0 { return .emptyProof }
        // An index in Int is below 2^63, so with a path of 63 hashes or more every one is in range.
        if publicKeyIndex < 0 || (count < 63 && publicKeyIndex >= 1 << count) {
            return .publicKeyIndexOutOfRange
        }
        if count > 32 { return .inclusionPathTooLong }
        if inclusionHashes.contains(where: { $0.count != 32 }) { return .malformedInclusionHash }
        return nil
    }

    fileprivate func key(_ encoding: IdentityProofPolicy.KeyEncoding) -> P256.Signing.PublicKey? {
        switch encoding {
        case .x963: try? P256.Signing.PublicKey(x963Representation: publicKey)
        case .compressed: try? P256.Signing.PublicKey(compressedRepresentation: publicKey)
        case .der: try? P256.Signing.PublicKey(derRepresentation: publicKey)
        }
    }

    fileprivate func signature(
        _ encoding: IdentityProofPolicy.SignatureEncoding
    ) -> P256.Signing.ECDSASignature? {
        let signature =
            switch encoding {
            case .der: try? P256.Signing.ECDSASignature(derRepresentation: signatureData)
            case .raw: try? P256.Signing.ECDSASignature(rawRepresentation: signatureData)
            }
        // swift-crypto checks the range of r and s only when it verifies.
        return signature.flatMap { hasScalarsInRange(Array($0.rawRepresentation)) ? $0 : nil }
    }

    fileprivate var root: Data {
        var node = Data(SHA256.hash(data: publicKey))
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
