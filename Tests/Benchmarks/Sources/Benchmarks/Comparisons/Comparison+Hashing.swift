import CollaborationCrypto
import Crypto
import Foundation
import ProofOracle

extension Comparison {
    /// SHA-256 of messages of several lengths, and of the nodes on the path to a root.
    static let hashing =
        [64, 65, 1 << 10, 1 << 20].map { byteCount in
            Comparison("SHA-256 of \(byteCount) bytes") {
                let messages = (0..<inputCount(byteCount: byteCount)).map { _ in randomBytes(byteCount) }
                return (
                    ours: try Work(over: messages) { message in
                        CollaborationCrypto.SHA256.hash(data: message)
                    } isRight: { message, digest in
                        digest.elementsEqual(Crypto.SHA256.hash(data: message))
                    },
                    theirs: try Work(over: messages) { message in
                        Crypto.SHA256.hash(data: message)
                    } isRight: { message, digest in
                        digest.elementsEqual(CollaborationCrypto.SHA256.hash(data: message))
                    }
                )
            }
        } + [root(depth: 5)]

    /// A root from a leaf and its siblings: from digests here, and by concatenation of `Data` with swift-crypto.
    static func root(depth: Int) -> Comparison {
        Comparison("root at depth \(depth)") {
            let proofs = try ReceivedProof.several(depth: depth)
            return (
                ours: try Work(
                    over: proofs.map { received in
                        let leaf = CollaborationCrypto.SHA256.hash(data: received.request.proof.publicKey)
                        return (leaf: leaf, path: try received.path, root: received.rootHash)
                    }
                ) {
                    $0.path.root(forLeaf: $0.leaf)
                } isRight: {
                    $1.elementsEqual($0.root)
                },
                theirs: try Work(
                    over: proofs.map { received in
                        let leaf = Data(Crypto.SHA256.hash(data: received.request.proof.publicKey))
                        return (leaf: leaf, proof: received.request.proof, root: received.rootHash)
                    }
                ) {
                    CryptoParts.root(
                        leafIndex: $0.proof.publicKeyIndex,
                        leaf: $0.leaf,
                        siblings: $0.proof.inclusionHashes
                    )
                } isRight: {
                    $1 == $0.root
                }
            )
        }
    }
}
