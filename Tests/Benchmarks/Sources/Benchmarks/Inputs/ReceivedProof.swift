import CollaborationCrypto
import Crypto
import Foundation
import ProofOracle

/// A request as it arrives at a server, with the root hash that its proof leads to.
struct ReceivedProof: Sendable {
    let request: PlainRequest
    let rootHash: Data

    /// Makes a proof for a new key at a random position of a tree, with random siblings.
    init(depth: Int) throws {
        let signed = try SignedMessage(byteCount: 32)
        let proof = PlainRequest.Proof(
            publicKey: Data(signed.key),
            publicKeyIndex: Int.random(in: 0..<(1 << depth)),
            inclusionHashes: (0..<depth).map { _ in Data(randomBytes(32)) },
            signatureData: Data(signed.signature)
        )
        rootHash = CryptoParts.root(
            leafIndex: proof.publicKeyIndex,
            leaf: Data(Crypto.SHA256.hash(data: proof.publicKey)),
            siblings: proof.inclusionHashes
        )
        request = PlainRequest(
            challenge: Data(signed.message),
            proof: proof,
            knownRootHashes: [Data(randomBytes(32)), rootHash, Data(randomBytes(32))]
        )
    }

    static func several(depth: Int = 5) throws -> [ReceivedProof] {
        try (0..<128).map { _ in try ReceivedProof(depth: depth) }
    }

    /// The path from the key to the root.
    var path: MerkleInclusionProof {
        get throws {
            try MerkleInclusionProof(
                leafIndex: request.proof.publicKeyIndex,
                siblings: request.proof.inclusionHashes.map {
                    try CollaborationCrypto.SHA256Digest(rawRepresentation: $0)
                }
            )
        }
    }

    /// The request as one line of JSON.
    var line: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .withoutEscapingSlashes
            return try encoder.encode(request)
        }
    }
}
