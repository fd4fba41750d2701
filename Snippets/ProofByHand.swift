// Verifies an identity proof with the cryptography alone, without the types of the other modules.
//
// Run it with `swift run ProofByHand`.

import CollaborationCore
import CollaborationCrypto
import Foundation

/// The root hash that a device proves; nil if its key did not sign the challenge.
func rootHash(
    publicKey: Data,
    publicKeyIndex: Int,
    inclusionHashes: [SHA256Digest],
    signatureData: Data,
    challenge: Data
) throws -> SHA256Digest? {
    let key = try P256.Signing.PublicKey(x963Representation: publicKey)
    let signature = try P256.Signing.ECDSASignature(derRepresentation: signatureData)
    guard key.isValidSignature(signature, for: challenge) else { return nil }
    let proof = try MerkleInclusionProof(leafIndex: publicKeyIndex, siblings: inclusionHashes)
    return proof.root(forLeaf: SHA256.hash(data: publicKey))
}

let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")
let lines = try String(contentsOf: samples.appending(path: "article-tree.jsonl"), encoding: .utf8)
let request = try VerificationRequest(json: lines.utf8.prefix { $0 != UInt8(ascii: "\n") })
let proof = request.proof.personIdentityProof
let root = try rootHash(
    publicKey: proof.publicKey,
    publicKeyIndex: proof.publicKeyIndex,
    inclusionHashes: proof.inclusionHashes.map { try SHA256Digest(rawRepresentation: $0) },
    signatureData: request.proof.signatureData,
    challenge: request.challenge
)
let identity = try request.verifiedIdentity()
precondition(root.map { Data($0) } == identity?.rootHash, "Both compute one root hash.")
print("root hash \(identity.map { "\($0)" } ?? "unknown")")
