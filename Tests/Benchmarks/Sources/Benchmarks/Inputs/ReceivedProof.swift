import CollaborationModels
import Crypto
import Foundation

/// A signed identity proof as its parts arrive at a server.
struct ReceivedProof: Sendable {
    let publicKey: Data
    let publicKeyIndex: Int
    let inclusionHashes: [Data]
    let signatureData: Data
    let challenge: Data

    /// The root that swift-crypto's hash leads to.
    let rootHash: Data

    /// Makes a proof for a new key at a random place of a tree, the rest of which is random too.
    init(depth: Int) throws {
        let signed = try SignedMessage(byteCount: 32)
        publicKey = Data(signed.key)
        publicKeyIndex = Int.random(in: 0..<(1 << depth))
        inclusionHashes = (0..<depth).map { _ in Data(randomBytes(32)) }
        signatureData = Data(signed.signature)
        challenge = Data(signed.message)
        rootHash = CryptoParts.root(
            leafIndex: publicKeyIndex,
            leaf: Data(Crypto.SHA256.hash(data: publicKey)),
            siblings: inclusionHashes
        )
    }

    static func several(depth: Int = 5) throws -> [ReceivedProof] {
        try (0..<128).map { _ in try ReceivedProof(depth: depth) }
    }

    /// The types of `CollaborationModels`, made from the parts.
    var signedIdentityProof: Person.SignedIdentityProof {
        get throws {
            Person.SignedIdentityProof(
                personIdentityProof: try Person.IdentityProof(
                    publicKey: publicKey,
                    publicKeyIndex: publicKeyIndex,
                    inclusionHashes: inclusionHashes
                ),
                signatureData: signatureData
            )
        }
    }

    /// The proof with its challenge in one line of the wire format, among three known identities.
    var line: Data {
        get throws {
            let request = IdentityProofRequest(
                collaborationIdentifier: "doc-42",
                challenge: challenge,
                proof: try signedIdentityProof,
                knownRootHashes: [Data(randomBytes(32)), rootHash, Data(randomBytes(32))]
            )
            let encoder = JSONEncoder()
            encoder.outputFormatting = .withoutEscapingSlashes
            return try encoder.encode(request)
        }
    }
}
