import CollaborationCrypto
import Testing

@Suite("Merkle trees")
struct MerkleTreeTests {
    static func leaves(_ count: Int) -> [SHA256Digest] { (0..<count).map { SHA256.hash(data: "leaf \($0)".utf8) } }

    static func parent(_ left: SHA256Digest, _ right: SHA256Digest) -> SHA256Digest {
        SHA256.hash(data: left.rawRepresentation + right.rawRepresentation)
    }

    @Test("A tree of six leaves has the shape of Apple's article, where H4, H7 and H11 prove P3")
    func article() throws {
        let h = [try SHA256Digest(rawRepresentation: [UInt8](repeating: 0, count: 32))] + Self.leaves(6)
        let h7 = Self.parent(h[1], h[2])
        let h8 = Self.parent(h[3], h[4])
        let h9 = Self.parent(h[5], h[6])
        let h10 = Self.parent(h7, h8)
        let h11 = Self.parent(h9, h9)
        let tree = try MerkleTree(leaves: Array(h[1...]))
        #expect(tree.root == Self.parent(h10, h11))
        #expect(tree.leafCount == 6)
        let proof = try tree.inclusionProof(forLeafAt: 2)
        #expect(proof.position == 2)
        #expect(proof.siblings == [h[4], h7, h11])
        #expect(proof.root(forLeaf: h[3]) == tree.root)
    }

    @Test("In a tree of six leaves the indexes 4 and 6 lead to the same root by the same path")
    func indexBeyondTheLastLeaf() throws {
        let leaves = Self.leaves(6)
        let tree = try MerkleTree(leaves: leaves)
        let path = try tree.inclusionProof(forLeafAt: 4).siblings
        #expect(try MerkleInclusionProof(leafIndex: 6, siblings: path).root(forLeaf: leaves[4]) == tree.root)
        #expect(try MerkleInclusionProof(leafIndex: 5, siblings: path).root(forLeaf: leaves[4]) != tree.root)
    }

    @Test("Trees of 1 to 64 leaves agree with the recursive reference tree in root and proofs", arguments: 1...64)
    func everySmallTree(count: Int) throws {
        let reference = ReferenceTree(leaves: Self.leaves(count))
        let tree = try MerkleTree(leaves: reference.leaves)
        let root = reference.root
        #expect(tree.root == root)
        #expect(tree.leafCount == count)
        for (index, leaf) in reference.leaves.enumerated() {
            let proof = try tree.inclusionProof(forLeafAt: index)
            #expect(proof.position == index)
            #expect(proof.siblings.count == reference.height)
            #expect(proof.root(forLeaf: leaf) == root, "leaf \(index)")
            // The reference hashes every node below again, so only some leaves are compared hash by hash.
            if index < 2 || index >= count - 2 || index == count / 2 {
                #expect(proof.siblings == reference.siblings(ofLeafAt: index), "leaf \(index)")
            }
        }
    }

    @Test("A tree without leaves is refused")
    func noLeaves() { #expect(throws: CryptoError.noLeaves) { try MerkleTree(leaves: []) } }

    @Test("Asking for the proof of a leaf index out of range throws", arguments: [Int.min, -1, 6, 7, 8, Int.max])
    func outOfRange(index: Int) throws {
        let tree = try MerkleTree(leaves: Self.leaves(6))
        #expect(throws: CryptoError.leafIndexOutOfRange) { try tree.inclusionProof(forLeafAt: index) }
    }
}
