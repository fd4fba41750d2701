import CollaborationCrypto

/// A recursive reference implementation of the Merkle tree.
///
/// It shares only the hash with the library. The last node of an odd level is both children of its parent.
struct ReferenceTree {
    let leaves: [SHA256Digest]

    /// The number of levels above the leaves.
    var height: Int { (0...32).first { width(of: $0) == 1 } ?? 0 }

    var root: SHA256Digest { node(at: 0, level: height) }

    func node(at index: Int, level: Int) -> SHA256Digest {
        guard level > 0 else { return leaves[index] }
        let left = node(at: index * 2, level: level - 1)
        let right = index * 2 + 1 < width(of: level - 1) ? node(at: index * 2 + 1, level: level - 1) : left
        return SHA256.hash(data: left.rawRepresentation + right.rawRepresentation)
    }

    /// The siblings of a leaf and of the nodes above it, without the root.
    func siblings(ofLeafAt index: Int) -> [SHA256Digest] {
        (0..<height).map { level in node(at: min(index >> level ^ 1, width(of: level) - 1), level: level) }
    }

    private func width(of level: Int) -> Int { (0..<level).reduce(leaves.count) { width, _ in (width + 1) / 2 } }
}
