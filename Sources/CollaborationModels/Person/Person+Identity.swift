import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Person {
    /// What a server knows a participant of one collaboration by: Apple's `SWPerson.Identity`.
    ///
    /// It is the root of a Merkle tree over the public keys of the person's devices, which are others in
    /// every collaboration. It is not stable: the same person invited again, or with a new device, may have
    /// another.
    public struct Identity: Hashable, Sendable {
        /// The root of the tree, 32 bytes.
        public let rootHash: Data

        /// Takes a root hash.
        ///
        /// - Parameter rootHash: The root of the tree, 32 bytes.
        /// - Throws: ``IdentityProofError/malformedRootHash`` for any other number of bytes.
        public init(rootHash: Data) throws(IdentityProofError) {
            guard rootHash.count == SHA256Digest.byteCount else { throw .malformedRootHash }
            self.rootHash = rootHash
        }
    }
}

extension Person.Identity: Codable {
    private enum CodingKeys: String, CodingKey {
        case rootHash
    }

    /// Decodes a root hash under the key `rootHash`, held to the rule of the other initialiser.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(rootHash: container.decode(Data.self, forKey: .rootHash))
    }
}

extension Person.Identity: CustomStringConvertible {
    /// The root hash in lower-case hexadecimal, 64 characters.
    public var description: String {
        rootHash.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 2 ? digits : "0" + digits
        }.joined()
    }
}
