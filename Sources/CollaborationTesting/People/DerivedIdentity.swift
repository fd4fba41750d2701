import CollaborationCrypto
public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A person's identity in one collaboration, as a sender's system derives it from public keys alone.
///
/// The leaves of the tree are the hashes of the devices' derived keys, in random places among padding, so
/// that neither the size of the tree nor a place in it tells how many devices there are. A leaf of padding is
/// the hash of random bytes, which cannot be told from that of a key. The system sends the whole to the
/// person's devices along with the link.
public struct DerivedIdentity: Sendable {
    /// The number of leaves that a tree is padded to, or to the next multiple of it; Apple's devices use 32.
    public static let leafAlignment = 32

    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    /// What the server is told.
    public let identity: Person.Identity

    private let tree: MerkleTree
    private let places: [Data: Int]

    /// Derives an identity.
    ///
    /// - Parameters:
    ///   - publicKeys: The public keys of the person's devices, 65 bytes each, in any number and order.
    ///   - collaboration: The collaboration.
    ///   - generator: The source of the padding and the places.
    /// - Throws: ``IdentityProofError/malformedPublicKey`` for bytes that are no public key.
    public init(
        publicKeys: [Data],
        collaboration: CollaborationIdentifier,
        using generator: inout some RandomNumberGenerator
    ) throws(IdentityProofError) {
        let alignment = Self.leafAlignment
        let leafCount = max(1, (publicKeys.count + alignment - 1) / alignment) * alignment
        var leaves = (0..<leafCount).map { _ in SHA256.hash(data: generator.next32Bytes()) }
        var places: [Data: Int] = [:]
        for (key, place) in zip(publicKeys, (0..<leafCount).shuffled(using: &generator)) {
            let diversified = try SigningKey.diversifiedPublicKey(key, for: collaboration)
            leaves[place] = SHA256.hash(data: diversified)
            places[diversified] = place
        }
        guard let tree = try? MerkleTree(leaves: leaves) else { throw .inclusionPathTooLong }
        self.tree = tree
        self.places = places
        collaborationIdentifier = collaboration
        identity = Person.Identity(tree.root)
    }

    /// The number of leaves, a multiple of 32.
    public var leafCount: Int { tree.leafCount }

    /// The proof that a device's key is in the tree.
    ///
    /// - Parameter publicKey: The public key of the device, 65 bytes, as the identity was derived from it.
    /// - Returns: The proof, with the key that was derived for the collaboration.
    /// - Throws: ``SimulationError/deviceNotInIdentity`` for a key that the identity was not derived from.
    public func proof(for publicKey: Data) throws(SimulationError) -> Person.IdentityProof {
        guard let key = try? SigningKey.diversifiedPublicKey(publicKey, for: collaborationIdentifier) else {
            throw .deviceNotInIdentity
        }
        return try proof(forDiversifiedKey: key)
    }

    func proof(forDiversifiedKey key: Data) throws(SimulationError) -> Person.IdentityProof {
        guard let place = places[key],
            let path = try? tree.inclusionProof(forLeafAt: place),
            let proof = try? Person.IdentityProof(
                publicKey: key,
                publicKeyIndex: place,
                inclusionHashes: path.siblings.map { Data($0) }
            )
        else { throw .deviceNotInIdentity }
        return proof
    }
}
