// Verifies an identity proof step by step, on the tree of six leaves in Apple's article.
//
//     swift run InclusionProof

import CollaborationCore
import CollaborationCrypto
import Foundation

let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples/article-tree.jsonl")
let lines = try String(contentsOf: sample, encoding: .utf8).split(whereSeparator: \.isNewline)
let requests = try lines.map { try VerificationRequest(json: $0.utf8) }
let (invited, wrongIndex, tampered, stranger) = (requests[0], requests[1], requests[2], requests[3])

/// The first four bytes in hexadecimal: enough to compare hashes by eye.
func short(_ bytes: some Sequence<UInt8>) -> String {
    bytes.prefix(4).map { String(format: "%02x", $0) }.joined() + "…"
}

func aligned(_ label: String, _ value: String) {
    print(label.padding(toLength: 27, withPad: " ", startingAt: 0) + value)
}

/// A node of the tree, given in the proof or computed from its children.
struct Node {
    var name: String
    var hash: SHA256Digest
    var origin: String
    var children: [Node] = []

    /// Prints the node and, below it, its children, the left one first.
    func print(lead: String = "   ", childLead: String = "   ") {
        aligned(lead + name, "\(short(hash))  \(origin)")
        for (index, child) in children.enumerated() {
            let isLast = index == children.count - 1
            child.print(lead: childLead + (isLast ? "└─ " : "├─ "), childLead: childLead + (isLast ? "   " : "│  "))
        }
    }
}

/// The article's name for a node: H1 to H6 are the leaves, H7 to H9 and H10 and H11 the levels above them.
func name(level: Int, index: Int) -> String {
    level == 3 ? "root" : "H\([1, 7, 10][level] + index)"
}

let proof = invited.proof.personIdentityProof
let keyName = "P\(proof.publicKeyIndex + 1)"
var node = Node(
    name: name(level: 0, index: proof.publicKeyIndex),
    hash: SHA256.hash(data: proof.publicKey),
    origin: "SHA-256 of \(keyName)"
)
for (level, hash) in proof.inclusionHashes.enumerated() {
    let index = proof.publicKeyIndex >> level
    let sibling = Node(
        name: name(level: level, index: index ^ 1),
        hash: try SHA256Digest(rawRepresentation: hash),
        origin: "given in the proof"
    )
    let pair = index.isMultiple(of: 2) ? [node, sibling] : [sibling, node]
    node = Node(
        name: name(level: level + 1, index: index >> 1),
        hash: SHA256.hash(data: pair.flatMap(\.hash)),
        origin: "SHA-256 of \(pair[0].name) and \(pair[1].name)",
        children: pair
    )
}

print("A device asks for access to \(invited.collaborationIdentifier).\n")

print("1. What it sends")
aligned("   public key \(keyName)", "\(short(proof.publicKey))  \(proof.publicKey.count) bytes")
aligned("   index", "\(proof.publicKeyIndex), counted from 0")
aligned("   inclusion hashes", proof.inclusionHashes.map(short).joined(separator: "  "))
aligned("   signature", "\(short(invited.proof.signatureData))  \(invited.proof.signatureData.count) bytes")

print("\n2. The root hash that is computed from it")
node.print()

print("\n3. The decision")
guard let identity = try invited.verifiedIdentity() else { preconditionFailure("The person was invited.") }
aligned("   signature", "is that of \(keyName) over the challenge \(short(invited.challenge))")
aligned("   root hash", "is one of the \(invited.knownRootHashes.count) that were stored when the link was sent")
aligned("   granted", "\(identity)")
precondition(identity.rootHash == Data(node.hash), "The steps and the library must compute the same root hash.")

print("\n4. Refused requests and their reasons")
for (label, request) in [
    ("a path with index \(wrongIndex.proof.publicKeyIndex)", wrongIndex),
    ("a tampered challenge", tampered),
    ("a stranger's key", stranger),
] {
    do throws(IdentityProofError) {
        let identity = try request.verifiedIdentity()
        precondition(identity == nil, "\(label) was granted access.")
        aligned("   " + label, "unknownIdentity")
    } catch {
        aligned("   " + label, error.rawValue)
    }
}
