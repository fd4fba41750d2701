#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Person {
    /// An identity proof with a signature by the device's key: Apple's `SWPerson.SignedIdentityProof`.
    ///
    /// The signature is over exactly the bytes of a challenge from the server, or of a nonce made by the
    /// device. It shows that the sender of the proof holds the private key now.
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

        /// Whether the device has no proof yet; see ``IdentityProof/isEmpty``.
        public var isEmpty: Bool { personIdentityProof.isEmpty }

        /// The public key of the device, exactly as it was sent.
        public var publicKey: Data { personIdentityProof.publicKey }

        /// The position of the key among the leaves of the tree, counted from 0.
        public var publicKeyIndex: Int { personIdentityProof.publicKeyIndex }

        /// The hashes of the siblings along the path, from leaf to root, 32 bytes each.
        public var inclusionHashes: [Data] { personIdentityProof.inclusionHashes }
    }
}
