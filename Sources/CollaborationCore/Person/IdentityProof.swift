import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Person {
    /// A proof that a device's public key belongs to an identity: Apple's `SWPerson.IdentityProof`.
    ///
    /// The key's hash is a leaf of a Merkle tree. The inclusion hashes lead from there to the root, which is
    /// the identity.
    public struct IdentityProof: Hashable, Sendable {
        /// The public key of the device, exactly as it was sent: 65 bytes from Apple's devices.
        public let publicKey: Data

        let path: MerkleInclusionProof

        /// The position of the key among the leaves of the tree, counted from 0.
        public var publicKeyIndex: Int { Int(clamping: path.position) }

        /// The hashes of the siblings along the path from leaf to root, 32 bytes each.
        public var inclusionHashes: [Data] { path.siblings.map { Data($0.rawRepresentation) } }

        /// Whether there is neither a key nor an inclusion hash: the device has no proof yet.
        ///
        /// Apple's systems sign with such a proof instead of throwing an error, for example on a device that
        /// was added after the invitation. Verification throws ``IdentityProofError/emptyProof``. An app
        /// should not send such a proof, but ask for another one later.
        public var isEmpty: Bool { publicKey.isEmpty && path.siblings.isEmpty }

        /// Makes a proof from its parts.
        ///
        /// - Parameters:
        ///   - publicKey: The public key of the device. It is parsed when the proof is verified.
        ///   - publicKeyIndex: The position of the key, in 0 ..< 2^(number of inclusion hashes).
        ///   - inclusionHashes: The hashes of the siblings, from leaf to root, 32 bytes each and at most 32
        ///     of them.
        /// - Throws: In this order, ``IdentityProofError/emptyProof`` for an empty proof with an index other
        /// than 0, ``IdentityProofError/publicKeyIndexOutOfRange``,
        /// ``IdentityProofError/inclusionPathTooLong``, ``IdentityProofError/malformedInclusionHash``.
        public init(publicKey: Data, publicKeyIndex: Int, inclusionHashes: [Data]) throws(IdentityProofError) {
            path = try IdentityProofRules.path(
                ofEmptyKey: publicKey.isEmpty,
                index: Int64(publicKeyIndex),
                siblings: inclusionHashes
            )
            self.publicKey = publicKey
        }
    }
}

extension Person {
    /// An identity proof with a signature by the device's key: Apple's `SWPerson.SignedIdentityProof`.
    ///
    /// The signature is over exactly the bytes of a challenge from the server, or of a nonce made by the
    /// device. It shows that the sender of the proof holds the private key now.
    ///
    /// The properties of the ``IdentityProof`` are properties of the signed one too, as Apple's class inherits them.
    @dynamicMemberLookup
    public struct SignedIdentityProof: Hashable, Sendable {
        /// The proof that the device's key belongs to an identity.
        public let personIdentityProof: IdentityProof

        /// The signature, exactly as it was sent: ECDSA over P-256 with SHA-256, in DER from Apple's devices.
        public let signatureData: Data

        /// Makes a signed proof from a proof and a signature.
        ///
        /// - Parameters:
        ///   - personIdentityProof: The proof that the device's key belongs to an identity.
        ///   - signatureData: The signature. It is parsed when the proof is verified.
        public init(personIdentityProof: IdentityProof, signatureData: Data) {
            self.personIdentityProof = personIdentityProof
            self.signatureData = signatureData
        }

        /// A property of ``personIdentityProof``, such as the public key or whether the device has no proof yet.
        public subscript<Value>(dynamicMember property: KeyPath<IdentityProof, Value>) -> Value {
            personIdentityProof[keyPath: property]
        }
    }
}
