import CollaborationCrypto
import CollaborationCore
import CollaborationTesting
import Foundation
import Fuzzing
import ProofOracle

/// A valid proof by a device of a person, with the root of its tree.
struct HonestProof {
    let parts: PlainRequest
    let root: Data

    /// Chooses the tree, the place in it, the key and the challenge.
    init(from bytes: inout FuzzedBytes, policy: IdentityProofPolicy) {
        let isCompressed = policy.keyEncoding == .compressed
        let keys = Pool.shared.keys
        let key = bytes.element(of: keys)
        let leafCount = bytes.number(in: 1...40)
        let place = bytes.number(in: 0...leafCount - 1)
        let challenge = Data(bytes.bytes(atMost: bytes.number(in: 0...40)))

        let publicKey = key.leaf(isCompressed: isCompressed)
        var leaves = (0..<leafCount).map { SHA256.hash(data: keys[$0 % keys.count].publicKey) }
        leaves[place] = SHA256.hash(data: publicKey)
        guard let tree = try? MerkleTree(leaves: leaves),
            let path = try? tree.inclusionProof(forLeafAt: place),
            let signature = try? P256.Signing.ECDSASignature(
                derRepresentation: key.signature(for: challenge)
            )
        else { fatalError("A tree, a path or a signature could not be made.") }
        root = Data(tree.root)
        parts = PlainRequest(
            challenge: challenge,
            proof: PlainRequest.Proof(
                publicKey: publicKey,
                publicKeyIndex: place,
                inclusionHashes: path.siblings.map { Data($0) },
                signatureData: Data(
                    policy.signatureEncoding == .raw
                        ? signature.rawRepresentation : signature.derRepresentation
                )
            )
        )
    }

    /// Whether the policy accepts the depth, which was chosen independently of the policy.
    func isWithin(_ policy: IdentityProofPolicy) -> Bool {
        policy.depths.contains(parts.proof.inclusionHashes.count)
    }
}
