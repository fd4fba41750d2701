public import CollaborationCore
import CollaborationCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An invitation of a person to a collaboration, with the identity that the sender's device derives for it.
///
/// The leaves of the identity's tree are the hashes of the devices' keys for the collaboration, in the order of the
/// devices, and padding after them: hashes of random bytes.
public struct SimulatedInvitation: Sendable {
    /// Trees are padded to a multiple of this number of leaves, as on Apple's devices.
    package static let leafAlignment = 32

    package let collaborationIdentifier: CollaborationIdentifier

    /// The identity that the server stores.
    public let identity: Person.Identity

    private let tree: MerkleTree
    private let leafIndices: [Data: Int]

    /// Invites the person who has some devices.
    init(
        of devices: [SimulatedDevice],
        to collaboration: CollaborationIdentifier,
        padding generator: inout some RandomNumberGenerator
    ) {
        let keys = devices.map { $0.key(for: collaboration).publicKey }
        let leafCount = (max(1, keys.count) + Self.leafAlignment - 1) / Self.leafAlignment * Self.leafAlignment
        let padding = (0..<leafCount).map { _ in SHA256.hash(data: [UInt8].random(32) { generator.next() }) }
        let leaves = keys.map { SHA256.hash(data: $0) } + padding.dropFirst(keys.count)
        leafIndices = Dictionary(zip(keys, 0...), uniquingKeysWith: { first, _ in first })
        tree = MerkleTree(leaves[0], leaves.dropFirst())
        collaborationIdentifier = collaboration
        identity = Person.Identity(tree.root)
    }

    /// Makes the proof that a device's key for the collaboration is in the tree.
    func proof(for key: Data) throws(SimulationError) -> Person.IdentityProof {
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
