public import CollaborationCore
import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A person's identity in one collaboration, as the sender's device derives it from public keys alone.
///
/// The leaves of the tree are the hashes of the devices' keys for the collaboration, in the order of the
/// devices, and padding after them: hashes of random bytes.
public struct DerivedIdentity: Sendable {
    /// Trees are padded to a multiple of this number of leaves, as on Apple's devices.
    package static let leafAlignment = 32

    package let collaborationIdentifier: CollaborationIdentifier

    /// The identity that the server stores.
    public let identity: Person.Identity

    private let tree: MerkleTree
    private let leafIndices: [Data: Int]

    /// Derives an identity.
    ///
    /// - Parameters:
    ///   - publicKeys: The public keys of the person's devices, 65 bytes each.
    ///   - collaboration: The collaboration.
    ///   - generator: The source of the padding.
    /// - Throws: `IdentityProofError/malformedPublicKey` when a key is malformed.
    public init(
        publicKeys: [Data],
        collaboration: CollaborationIdentifier,
        using generator: inout some RandomNumberGenerator
    ) throws(IdentityProofError) {
        let alignment = Self.leafAlignment
        let leafCount = max(1, (publicKeys.count + alignment - 1) / alignment) * alignment
        var leaves = (0..<leafCount).map { _ in SHA256.hash(data: [UInt8].random(32) { generator.next() }) }
        var leafIndices: [Data: Int] = [:]
        for (index, key) in publicKeys.enumerated() {
            let diversified = try SigningKey.diversifiedPublicKey(key, for: collaboration)
            leaves[index] = SHA256.hash(data: diversified)
            leafIndices[diversified] = index
        }
        guard let tree = try? MerkleTree(leaves: leaves) else { throw .inclusionPathTooLong }
        self.tree = tree
        self.leafIndices = leafIndices
        collaborationIdentifier = collaboration
        identity = Person.Identity(tree.root)
    }

    /// Makes the proof that a device's key for the collaboration is in the tree.
    func proof(forDiversifiedKey key: Data) throws(SimulationError) -> Person.IdentityProof {
        guard let index = leafIndices[key],
            let path = try? tree.inclusionProof(forLeafAt: index),
            let proof = try? Person.IdentityProof(
                publicKey: key,
                publicKeyIndex: index,
                inclusionHashes: path.siblings.map { Data($0) }
            )
        else { throw .deviceNotInIdentity }
        return proof
    }
}
