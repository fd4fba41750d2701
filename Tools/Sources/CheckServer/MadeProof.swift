import CollaborationCrypto
import Foundation
import RawSigning
import ToolSupport

/// A proof by a key and a path of a rule's own, and the root hash that is invited for it.
///
/// The root is computed as the specification says, from whatever bytes the rule takes for the leaf and the hashes, so that a
/// server that accepts other bytes finds its identity invited.
struct MadeProof: Changeable {
    let key: RawKey
    var publicKey: Data
    var index: UInt64
    var hashes: [Data]

    /// The devices of one person, at index 0 and 1.
    static func pair() -> [MadeProof] {
        var pair = [MadeProof(depth: 5, fromTheEnd: 31), MadeProof(depth: 5, fromTheEnd: 30)]
        pair[1].hashes = [hash(pair[0].publicKey)] + pair[0].hashes.dropFirst()
        pair[0].hashes[0] = hash(pair[1].publicKey)
        return pair
    }

    /// A path of random hashes, at the last leaf but some.
    init(depth: Int, fromTheEnd position: UInt64 = 0, key: RawKey = RawKey()) {
        self.key = key
        publicKey = key.publicKey
        index = UInt64(1) << UInt64(min(depth, 63)) - 1 - position
        hashes = (0..<depth).map { _ in Self.random(32) }
    }

    var nodes: [Data] {
        var nodes = [Self.hash(publicKey)]
        for (level, sibling) in hashes.enumerated() {
            let node = nodes[level]
            nodes.append(Self.hash(index >> UInt64(level) & 1 == 0 ? node + sibling : sibling + node))
        }
        return nodes
    }

    var root: Data { nodes[nodes.count - 1] }

    static func random(_ count: Int) -> Data { Data((0..<count).map { _ in UInt8.random(in: 0...255) }) }

    static func randomRoots(_ count: Int) -> [String] { (0..<count).map { _ in random(32).base64EncodedString() } }

    static func hash(_ bytes: Data) -> Data { Data(SHA256.hash(data: bytes)) }

    func signed(_ challenge: Data) -> ProofText {
        ProofText(
            challenge: challenge,
            publicKey: publicKey,
            index: String(index),
            hashes: hashes,
            signature: key.signature(for: challenge)
        )
    }
}
