/// A Merkle tree over SHA-256, as Apple builds it from the public keys of a person's devices.
///
/// A parent is the SHA-256 digest of its left child's 32 bytes followed by its right child's, without a
/// prefix. On a level of odd length, the last node is paired with itself: it is both children of its parent.
///
///     let tree = try MerkleTree(leaves: [h1, h2, h3, h4, h5, h6])
///     // h7 = (h1, h2), h8 = (h3, h4), h9 = (h5, h6); h10 = (h7, h8), h11 = (h9, h9); root = (h10, h11)
///     let proof = try tree.inclusionProof(forLeafAt: 2)  // h4, h7, h11
///     proof.root(forLeaf: h3) == tree.root
public struct MerkleTree: Hashable, Sendable {
    /// The nodes level by level, from the leaves to the root alone.
    private let levels: [[SHA256Digest]]

    /// The root hash.
    public let root: SHA256Digest

    /// The number of leaves, at least 1.
    package var leafCount: Int { levels[0].count }

    /// Builds the tree over its leaves.
    ///
    /// - Parameter leaves: The hashes of the leaves, in order, at least one.
    /// - Throws: `CryptoError.noLeaves`, or `pathTooLong` for more than 2³² leaves.
    /// - Complexity: O(*n*) hashes for *n* leaves.
    public init(leaves: [SHA256Digest]) throws(CryptoError) {
        guard !leaves.isEmpty else { throw .noLeaves }
        guard (leaves.count - 1) >> MerkleInclusionProof.maximumDepth == 0 else { throw .pathTooLong }
        self.init(leaves[0], leaves.dropFirst())
    }

    /// Builds the tree over a first leaf and others, at most 2³² leaves.
    package init(_ first: SHA256Digest, _ others: some Collection<SHA256Digest>) {
        var level = [first] + others
        var levels = [level]
        while level.count > 1 {
            level = stride(from: 0, to: level.count, by: 2).map { [level] left in
                SHA256.hash(level[left], level[min(left + 1, level.count - 1)])
            }
            levels.append(level)
        }
        self.levels = levels
        root = level[0]
    }

    /// Returns the proof that a leaf is in the tree.
    ///
    /// - Parameter index: The position of the leaf, counted from 0.
    /// - Returns: The siblings from leaf to root. A node that is paired with itself is its own sibling.
    /// - Throws: `CryptoError.leafIndexOutOfRange`.
    public func inclusionProof(forLeafAt index: Int) throws(CryptoError) -> MerkleInclusionProof {
        guard levels[0].indices.contains(index) else { throw .leafIndexOutOfRange }
        let siblings = levels.dropLast().enumerated().map { height, level in
            level[min(index >> height ^ 1, level.count - 1)]
        }
        return try MerkleInclusionProof(leafIndex: index, siblings: siblings)
    }
}
