/// A proof of inclusion: where in a Merkle tree a leaf stands, and what it takes to get from it to the root.
public struct MerkleInclusionProof: Hashable, Sendable {
    /// The greatest number of siblings in a proof, 32: a tree of 2³² leaves.
    public static let maximumDepth = 32

    /// The position of the leaf, counted from 0.
    ///
    /// Its bit i tells the side of the node at level i: 0 left, 1 right.
    public let leafIndex: Int

    /// The hashes of the siblings along the path, from the leaf's own to the one below the root.
    public let siblings: [SHA256Digest]

    /// Makes a proof for a leaf in the tree that its siblings span.
    ///
    /// An index from 2^siblings upwards is refused, since its higher bits would mean nothing: two proofs for
    /// one leaf.
    ///
    /// - Parameters:
    ///   - leafIndex: The position of the leaf, in 0 ..< 2^siblings.
    ///   - siblings: The hashes along the path, from leaf to root, at most 32.
    /// - Throws: `MerkleTreeError.leafIndexOutOfRange`, or else `pathTooLong`.
    public init(leafIndex: Int, siblings: [SHA256Digest]) throws(MerkleTreeError) {
        try Self.check(leafIndex: leafIndex, siblingCount: siblings.count)
        self.init(checkedLeafIndex: leafIndex, siblings: siblings)
    }

    /// Makes a proof without checks, for an index and a number of siblings that have passed
    /// ``check(leafIndex:siblingCount:)``.
    package init(checkedLeafIndex leafIndex: Int, siblings: [SHA256Digest]) {
        self.leafIndex = leafIndex
        self.siblings = siblings
    }

    /// Checks that a leaf of this index can have a path of this many siblings.
    ///
    /// It is what the initialiser checks, for those who want to know before the siblings are there.
    ///
    /// - Parameters:
    ///   - leafIndex: The position of the leaf.
    ///   - siblingCount: The number of siblings.
    /// - Throws: `MerkleTreeError.leafIndexOutOfRange`, or else `pathTooLong`.
    package static func check(leafIndex: Int, siblingCount: Int) throws(MerkleTreeError) {
        // From the width of Int on, every index that is not negative is below 2^siblings; a shift that wide
        // gives 0.
        guard leafIndex >= 0, leafIndex >> siblingCount == 0 else { throw .leafIndexOutOfRange }
        guard siblingCount <= maximumDepth else { throw .pathTooLong }
    }

    /// The root of the tree in which the siblings prove the leaf.
    ///
    /// - Parameter leaf: The hash of the leaf.
    /// - Returns: The root hash; the leaf itself where there are no siblings.
    public func root(forLeaf leaf: SHA256Digest) -> SHA256Digest {
        var node = leaf
        var index = leafIndex
        for sibling in siblings {
            let (left, right) = index & 1 == 0 ? (node, sibling) : (sibling, node)
            node = SHA256.hash(left, right)
            index >>= 1
        }
        return node
    }
}
