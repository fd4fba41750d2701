import CollaborationCore
import CollaborationCrypto
import Crypto
import Foundation
import ProofOracle

typealias Ours = CollaborationCrypto.P256.Signing
typealias Theirs = Crypto.P256.Signing

/// A message of 32 bytes with a signature and its public key, as bytes and with the key parsed.
struct SignedMessage {
    let key: [UInt8]
    let ourKey: Ours.PublicKey
    let theirKey: Theirs.PublicKey

    /// The signature in DER.
    var signature: [UInt8]

    var message: [UInt8]

    /// Signs random bytes with a new key.
    init() throws {
        let privateKey = Theirs.PrivateKey()
        message = randomBytes(32)
        theirKey = privateKey.publicKey
        key = Array(theirKey.x963Representation)
        ourKey = try Ours.PublicKey(x963Representation: key)
        signature = Array(try privateKey.signature(for: message).derRepresentation)
    }

    /// Copies with one bit of the message or the signature changed: neither is valid.
    var damaged: [SignedMessage] {
        [\SignedMessage.message, \.signature].map { part in
            var copy = self
            copy[keyPath: part][self[keyPath: part].count - 1] ^= 1
            return copy
        }
    }
}

/// A request as it arrives at a server, and its parts as this package takes them.
struct ReceivedProof {
    let request: PlainRequest
    let line: Data
    let leaf: CollaborationCrypto.SHA256Digest
    let path: MerkleInclusionProof
    let rootHash: Data

    /// Makes a proof for a new key at a random position of a tree of depth 5, with random siblings.
    init() throws {
        let signed = try SignedMessage()
        let proof = PlainRequest.Proof(
            publicKey: Data(signed.key),
            publicKeyIndex: Int.random(in: 0..<32),
            inclusionHashes: (0..<5).map { _ in Data(randomBytes(32)) },
            signatureData: Data(signed.signature)
        )
        rootHash = proof.root
        let others = [Data(randomBytes(32)), Data(randomBytes(32))]
        request = PlainRequest(challenge: Data(signed.message), proof: proof, otherRootHashes: others)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        line = try encoder.encode(request)
        leaf = CollaborationCrypto.SHA256.hash(data: proof.publicKey)
        path = try MerkleInclusionProof(
            leafIndex: proof.publicKeyIndex,
            siblings: proof.inclusionHashes.map { try CollaborationCrypto.SHA256Digest(rawRepresentation: $0) }
        )
    }
}

extension PlainRequest {
    /// The root of a proof whose signature is valid, as the author of a server would write it on swift-crypto.
    var rootBySwiftCrypto: Data? {
        get throws {
            let key = try Theirs.PublicKey(x963Representation: proof.publicKey)
            let signature = try Theirs.ECDSASignature(derRepresentation: proof.signatureData)
            return key.isValidSignature(signature, for: challenge) ? proof.root : nil
        }
    }
}

func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }

/// Makes 128 inputs: so many that branches are not predicted.
func several<Input>(_ make: () throws -> Input) throws -> [Input] { try (0..<128).map { _ in try make() } }
