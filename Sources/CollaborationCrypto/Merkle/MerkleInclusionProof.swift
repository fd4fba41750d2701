/// A proof that a leaf is in a Merkle tree: the position of the leaf and the siblings from it to the root.
public struct MerkleInclusionProof: Hashable, Sendable {
    /// The greatest number of siblings in a proof, 32, which a tree of 2³² leaves needs.
    package static let maximumDepth = 32

    /// The position of the leaf, counted from 0.
    ///
    /// Bit i is 0 if the node at level i is a left child, and 1 if it is a right child.
    package let position: UInt32

    /// The siblings of the nodes on the path, from the sibling of the leaf to the one below the root.
    public let siblings: [SHA256Digest]

    /// Makes a proof from the position of a leaf and its siblings.
    ///
    /// Refuses an index of 2^siblings or more. Its higher bits would have no effect, so one leaf would have two proofs.
    ///
    /// - Parameters:
    ///   - leafIndex: The position of the leaf, in 0 ..< 2^siblings.
    ///   - siblings: The hashes along the path, from leaf to root, at most 32.
    /// - Throws: `CryptoError.leafIndexOutOfRange`, or else `pathTooLong`.
    public init(leafIndex: Int, siblings: [SHA256Digest]) throws(CryptoError) {
        try Self.check(leafIndex: Int64(leafIndex), siblingCount: siblings.count)
        self.init(checkedLeafIndex: Int64(leafIndex), siblings: siblings)
    }

    /// Makes a proof without checks, for an index and a number of siblings that have passed
    /// ``check(leafIndex:siblingCount:)``.
    package init(checkedLeafIndex leafIndex: Int64, siblings: [SHA256Digest]) {
        position = UInt32(truncatingIfNeeded: leafIndex)
        self.siblings = siblings
    }

    /// Checks that the path of a leaf with this index can have this many siblings.
    ///
    /// The initializer makes this check. Callers that have not decoded the siblings yet make it first.
    ///
    /// - Parameters:
    ///   - leafIndex: The position of the leaf.
    ///   - siblingCount: The number of siblings.
    /// - Throws: `CryptoError.leafIndexOutOfRange`, or else `pathTooLong`.
    package static func check(leafIndex: Int64, siblingCount: Int) throws(CryptoError) {
        // A shift by the width of the integer or more gives 0: every index is below 2^siblings then.
        guard leafIndex >= 0, leafIndex >> siblingCount == 0 else { throw .leafIndexOutOfRange }
        guard siblingCount <= maximumDepth else { throw .pathTooLong }
    }

    /// Computes the root hash of the tree from a leaf.
    ///
    /// The leaf is in a tree if the result is the root hash of that tree.
    ///
    /// - Parameter leaf: The hash of the leaf.
    /// - Returns: The root hash, which is the leaf itself if there are no siblings.
    public func root(forLeaf leaf: SHA256Digest) -> SHA256Digest {
        var node = leaf
        var index = position
        // Invariant: node is the node of its level at the position `index`
        for sibling in siblings {
            let (left, right) = index & 1 == 0 ? (node, sibling) : (sibling, node)
            node = SHA256.hash(left, right)
            index >>= 1
        }
        return node
    }
}
