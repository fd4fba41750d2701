import Foundation
import ToolSupport

/// Which paths through the tree lead to an identity.
extension Rule {
    static let trees: [Rule] = [
        Rule("path.length", "A path of 0 to 32 hashes is accepted, at every index of the tree.") { scene in
            var third = MadeProof(depth: 2, fromTheEnd: 1)
            third.hashes[0] = third.nodes[0]
            try await scene.expect(.success, third, "the last of three leaves, which is paired with itself")
            let hashes = Array(repeating: MadeProof.random(32), count: 3)
            try await scene.expect(.success, MadeProof(depth: 3).with(\.hashes, hashes), "three equal hashes")
            for depth in [0, 1, 6, 9, 20, 31, 32] {
                try await scene.expect(.success, MadeProof(depth: depth), "\(depth) hashes, the last leaf")
            }
            for depth in [5, 32] {
                let half = UInt64(1) << UInt64(depth - 1)
                for position in [half - 1, half, 2 * half - 1] {
                    let proof = MadeProof(depth: depth, fromTheEnd: position)
                    try await scene.expect(.success, proof, "\(depth) hashes, index \(proof.index)")
                }
            }
        },
        Rule("path.index", "An index beyond the leaves of the tree is refused.") { scene in
            try await scene.refuse { proof in
                let indexes = ["-1", "32", "64", "4294967296", "9223372036854775808", "18446744073709551616"]
                return indexes.map { ("index \($0) with 5 hashes", proof.with(\.index, $0)) }
            }
            for (depth, beyond) in [(0, UInt64(1)), (1, 2), (5, 1 << 32), (32, 1 << 32), (32, 1 << 63)] {
                let proof = MadeProof(depth: depth)
                try await scene.invite(proof.root)
                let text = proof.signed(try await scene.challenge())
                for index in ["\(proof.index + beyond)", "-\(proof.index)"] where index != "-0" {
                    let changed = text.with(\.index, index)
                    try await scene.expect(.refusal, scene.prove(changed), "\(depth) hashes, the index \(index)")
                }
                try await scene.expect(.success, scene.prove(text), "\(depth) hashes and the index")
            }
        },
        Rule("path.identity", "A path that does not lead from the key to an invited root hash is refused.") { scene in
            try await scene.refuse { proof in
                let hashes = proof.hashes
                let paths = [
                    ("from root to leaf", hashes.reversed()), ("without the last hash", hashes.dropLast()),
                    ("without the first hash", Array(hashes.dropFirst())), ("without hashes", []),
                    ("with a hash of 31 bytes", hashes.dropLast() + [hashes[4].dropLast()]),
                    ("with another hash", [hashes[1]] + hashes.dropFirst()),
                    ("with one more hash", hashes + [hashes[0]]),
                ]
                let neighbors = ["1", "2", "16", "31"].map { ("the index \($0)", proof.with(\.index, $0)) }
                return paths.map { ("a path \($0)", proof.with(\.hashes, Array($1))) } + neighbors
            }
        },
        Rule("path.long", "A path of more than 32 hashes is refused.") { scene in
            for depth in [33, 40, 64] {
                try await scene.expect(.refusal, MadeProof(depth: depth, fromTheEnd: 1), "\(depth) hashes")
            }
            try await scene.expect(.success, MadeProof(depth: 32), "32 hashes")
        },
        Rule("path.hash", "A hash that has not 32 bytes is refused, also where the root is over its bytes.") { scene in
            for (count, level) in [0, 1, 31, 33, 64].flatMap({ [($0, 0), ($0, 4)] }) {
                let (whole, what) = (MadeProof(depth: 5), "a hash of \(count) bytes at level \(level)")
                let proof = whole.with(\.hashes[level], (whole.hashes[level] + Data(count: 32)).prefix(count))
                for root in [proof.root, whole.root] { try await scene.expect(.refusal, proof, invited: root, what) }
            }
            try await scene.expect(.success, MadeProof(depth: 5), "hashes of 32 bytes")
        },
        Rule("tree.root", "A root hash is the whole of it, and that of the tree.") { scene in
            for offset in [0, 1, 15, 30, 31] {
                let proof = MadeProof(depth: 5)
                var root = proof.root
                root[offset] ^= 1
                try await scene.expect(.refusal, proof, invited: root, "byte \(offset) of the root differs")
            }
            let proof = MadeProof(depth: 5)
            let text = proof.root.base64EncodedString()
            let swapped = Data(base64Encoded: String(text.prefix(42)).swappedCase + text.suffix(2)) ?? Data()
            for (what, root) in [
                ("the leaf", proof.nodes[0]), ("a node below the root", proof.nodes[4]),
                ("the first hash of the path", proof.hashes[0]), ("the last hash", proof.hashes[4]),
                ("the hash of the root", MadeProof.hash(proof.root)), ("the root in base64 in the other case", swapped),
                ("the key's first 32 bytes", proof.publicKey.prefix(32)), ("zeros", Data(count: 32)),
            ] { try await scene.expect(.refusal, proof, invited: root, "\(what) is invited") }
            try await scene.expect(.success, proof, "the root is invited")
        },
        Rule("tree.hashing", "A tree that is hashed in another way gives no identity.") { scene in
            func root(_ proof: MadeProof, leaf: Data? = nil, _ parent: (Data, Data) -> Data) -> Data {
                var node = leaf ?? MadeProof.hash(proof.publicKey)
                for (level, sibling) in proof.hashes.enumerated() {
                    node = proof.index >> UInt64(level) & 1 == 0 ? parent(node, sibling) : parent(sibling, node)
                }
                return node
            }
            let hash = MadeProof.hash
            // The leaf is a right child and less than this hash, so that the pair is not sorted already.
            let proof = MadeProof(depth: 5, fromTheEnd: 12).with(\.hashes[0], Data(repeating: 0xFF, count: 32))
            for (what, root) in [
                ("prefixes (RFC 6962)", root(proof, leaf: hash([0] + proof.publicKey)) { hash([1] + $0 + $1) }),
                ("a prefix of leaves", root(proof, leaf: hash([0] + proof.publicKey)) { hash($0 + $1) }),
                ("a prefix of nodes", root(proof) { hash([1] + $0 + $1) }),
                ("leaves hashed twice", root(proof, leaf: hash(hash(proof.publicKey))) { hash($0 + $1) }),
                ("leaves of x and y", root(proof, leaf: hash(proof.publicKey[1...])) { hash($0 + $1) }),
                ("leaves of x", root(proof, leaf: hash(proof.publicKey[1..<33])) { hash($0 + $1) }),
                ("nodes hashed twice", root(proof) { hash(hash($0 + $1)) }),
                ("sorted pairs", root(proof) { $0.lexicographicallyPrecedes($1) ? hash($0 + $1) : hash($1 + $0) }),
                ("pairs in the other order", root(proof) { hash($1 + $0) }),
                ("the path from its end", proof.with(\.hashes, proof.hashes.reversed()).root),
                ("the bits from the most significant", proof.with(\.index, 0b11001).root),
                ("the index 0", proof.with(\.index, 0).root),
            ] { try await scene.expect(.refusal, proof, invited: root, "\(what)") }
            try await scene.expect(.success, proof, "the tree of the specification")
        },
    ]
}
