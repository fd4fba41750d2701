/// The rule that the leaves of a Merkle tree, or a proof of inclusion in one, break.
public enum MerkleTreeError: Error, Hashable, Sendable {
    /// A tree has at least one leaf.
    case noLeaves

    /// The index names no leaf: in a tree it lies below the number of leaves, in a proof below 2^siblings.
    case leafIndexOutOfRange

    /// The path has more than ``MerkleInclusionProof/maximumDepth`` siblings.
    case pathTooLong
}
