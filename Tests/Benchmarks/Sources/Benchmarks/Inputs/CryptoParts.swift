import Crypto
import Foundation
import ProofOracle

/// The verification of an identity proof as a server author would write it on swift-crypto.
enum CryptoParts {
    static func isValid(key: some ContiguousBytes, signature: some DataProtocol, message: some DataProtocol)
        throws
        -> Bool
    {
        let key = try Crypto.P256.Signing.PublicKey(x963Representation: key)
        let signature = try Crypto.P256.Signing.ECDSASignature(derRepresentation: signature)
        return key.isValidSignature(signature, for: message)
    }

    static func root(leafIndex: Int, leaf: Data, siblings: [Data]) -> Data {
        var node = leaf
        for (height, sibling) in siblings.enumerated() {
            let isLeft = leafIndex >> height & 1 == 0
            node = Data(Crypto.SHA256.hash(data: isLeft ? node + sibling : sibling + node))
        }
        return node
    }

    /// The root of a proof whose signature is valid, nil otherwise.
    static func root(provenBy request: PlainRequest) throws -> Data? {
        let proof = request.proof
        guard
            try isValid(key: proof.publicKey, signature: proof.signatureData, message: request.challenge)
        else { return nil }
        let leaf = Data(Crypto.SHA256.hash(data: proof.publicKey))
        return root(leafIndex: proof.publicKeyIndex, leaf: leaf, siblings: proof.inclusionHashes)
    }

    /// The known root that a line of JSON proves; nil if it proves none.
    static func root(provenBy line: Data) throws -> Data? {
        let request = try JSONDecoder().decode(PlainRequest.self, from: line)
        guard let root = try root(provenBy: request), request.knownRootHashes.contains(root) else {
            return nil
        }
        return root
    }
}
