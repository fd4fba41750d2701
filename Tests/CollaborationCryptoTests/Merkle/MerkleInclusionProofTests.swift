import CollaborationCrypto
import Testing

@Suite("Merkle inclusion proofs")
struct MerkleInclusionProofTests {
    static let siblings = MerkleTreeTests.leaves(40)
    static let leaf = SHA256.hash(data: "the leaf".utf8)

    @Test("Each bit of the leaf index selects the side of one sibling, beginning with the lowest bit", arguments: 0...6)
    func sides(depth: Int) throws {
        let siblings = Array(Self.siblings.prefix(depth))
        for index in 0..<1 << depth {
            let bits = String(repeating: "0", count: 6) + String(index, radix: 2)
            let expected = zip(siblings, bits.reversed()).reduce(Self.leaf) { node, step in
                step.1 == "1" ? MerkleTreeTests.parent(step.0, node) : MerkleTreeTests.parent(node, step.0)
            }
            let proof = try MerkleInclusionProof(leafIndex: index, siblings: siblings)
            #expect(proof.root(forLeaf: Self.leaf) == expected, "leaf \(index)")
        }
    }

    @Test("A leaf index must be below two to the power of the number of siblings", arguments: 0...32)
    func indexLimit(depth: Int) throws {
        let siblings = Array(Self.siblings.prefix(depth))
        let last = try MerkleInclusionProof(leafIndex: 1 << depth - 1, siblings: siblings)
        #expect(last.position == 1 << depth - 1)
        #expect(last.siblings == siblings)
        for index in [1 << depth, 1 << depth + 1, Int.max, -1, Int.min] {
            #expect(throws: CryptoError.leafIndexOutOfRange, "index \(index)") {
                try MerkleInclusionProof(leafIndex: index, siblings: siblings)
            }
        }
    }

    @Test("An inclusion proof has at most 32 siblings", arguments: [33, 63, 64, 65, 1_000_000])
    func depthLimit(depth: Int) {
        #expect(MerkleInclusionProof.maximumDepth == 32)
        let siblings = [SHA256Digest](repeating: Self.leaf, count: depth)
        #expect(throws: CryptoError.pathTooLong) {
            try MerkleInclusionProof(leafIndex: 0, siblings: siblings)
        }
        #expect(throws: CryptoError.leafIndexOutOfRange) {
            try MerkleInclusionProof(leafIndex: Int.min, siblings: siblings)
        }
    }
}
