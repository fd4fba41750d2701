public import CollaborationModels
import Crypto
public import Foundation

/// The verdict on an identity proof that is put together from swift-crypto, in the plainest way.
///
/// It shares with the package the names of the reasons and nothing else.
public struct SecondOpinion: Hashable {
    /// The key as it was sent.
    public var publicKey: Data

    /// The position of the key.
    public var publicKeyIndex: Int

    /// The hashes of the siblings, from leaf to root.
    public var inclusionHashes: [Data]

    /// The signature as it was sent.
    public var signatureData: Data

    /// The bytes that were to be signed.
    public var challenge: Data

    /// Collects the parts of a proof.
    public init(
        publicKey: Data,
        publicKeyIndex: Int,
        inclusionHashes: [Data],
        signatureData: Data,
        challenge: Data
    ) {
        self.publicKey = publicKey
        self.publicKeyIndex = publicKeyIndex
        self.inclusionHashes = inclusionHashes
        self.signatureData = signatureData
        self.challenge = challenge
    }

    /// The rule that keeps the parts from being a proof at all, the first in the order of the scheme.
    public var structuralFault: IdentityProofError? {
        let count = inclusionHashes.count
        // An index in Int is below 2^63, so a path of that length or more leaves every one in range.
        if publicKeyIndex < 0 || (count < 63 && publicKeyIndex >= 1 << count) {
            return .publicKeyIndexOutOfRange
        }
        if count > 32 { return .inclusionPathTooLong }
        if inclusionHashes.contains(where: { $0.count != 32 }) { return .malformedInclusionHash }
        return nil
    }

    /// The root hash that the proof shows, or the first rule broken.
    public func verdict(policy: IdentityProofPolicy = .standard) -> Result<Data, IdentityProofError> {
        if let structuralFault { return .failure(structuralFault) }
        if inclusionHashes.count > policy.depths.upperBound { return .failure(.inclusionPathTooLong) }
        if inclusionHashes.count < policy.depths.lowerBound { return .failure(.inclusionPathTooShort) }
        guard let key = key(policy.keyEncoding) else { return .failure(.malformedPublicKey) }
        guard let signature = signature(policy.signatureEncoding) else {
            return .failure(.malformedSignature)
        }
        guard key.isValidSignature(signature, for: challenge) else { return .failure(.signatureMismatch) }
        return .success(root)
    }

    /// The same, where the identity must be among known ones.
    public func verdict(known rootHashes: [Data]) -> Result<Data, IdentityProofError> {
        verdict().flatMap { rootHashes.contains($0) ? .success($0) : .failure(.unknownIdentity) }
    }

    private func key(_ encoding: IdentityProofPolicy.KeyEncoding) -> P256.Signing.PublicKey? {
        switch encoding {
        case .x963: try? P256.Signing.PublicKey(x963Representation: publicKey)
        case .compressed: try? P256.Signing.PublicKey(compressedRepresentation: publicKey)
        }
    }

    private func signature(
        _ encoding: IdentityProofPolicy.SignatureEncoding
    ) -> P256.Signing.ECDSASignature? {
        let signature =
            switch encoding {
            case .der: try? P256.Signing.ECDSASignature(derRepresentation: signatureData)
            case .raw: try? P256.Signing.ECDSASignature(rawRepresentation: signatureData)
            }
        // swift-crypto looks at the range of r and s only when it verifies.
        return signature.flatMap { hasScalarsInRange(Array($0.rawRepresentation)) ? $0 : nil }
    }

    private var root: Data {
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
