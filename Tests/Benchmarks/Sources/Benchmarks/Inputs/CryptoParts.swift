import Crypto
import Foundation

/// What a server author would write on swift-crypto: the parts of an identity proof put together.
enum CryptoParts {
    /// What a request holds, without the rules of the scheme.
    struct Request: Decodable {
        struct Proof: Decodable {
            let publicKey: Data
            let publicKeyIndex: Int
            let inclusionHashes: [Data]
            let signatureData: Data
        }

        let collaborationIdentifier: String
        let challenge: Data
        let proof: Proof
        let knownRootHashes: [Data]
    }

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

    /// The root of a proof whose signature holds, or else nothing.
    static func root(
        publicKey: Data,
        publicKeyIndex: Int,
        inclusionHashes: [Data],
        signatureData: Data,
        challenge: Data
    ) throws -> Data? {
        guard try isValid(key: publicKey, signature: signatureData, message: challenge) else { return nil }
        let leaf = Data(Crypto.SHA256.hash(data: publicKey))
        return root(leafIndex: publicKeyIndex, leaf: leaf, siblings: inclusionHashes)
    }

    /// The known root that a line of JSON proves, or else nothing.
    static func root(provenBy line: Data) throws -> Data? {
        let request = try JSONDecoder().decode(Request.self, from: line)
        let root = try root(
            publicKey: request.proof.publicKey,
            publicKeyIndex: request.proof.publicKeyIndex,
            inclusionHashes: request.proof.inclusionHashes,
            signatureData: request.proof.signatureData,
            challenge: request.challenge
        )
        guard let root, request.knownRootHashes.contains(root) else { return nil }
        return root
    }
}
