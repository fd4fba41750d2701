#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Person {
    /// An identity proof with a signature by the device's key: Apple's `SWPerson.SignedIdentityProof`.
    ///
    /// The signature is over exactly the bytes of a challenge of the server, or of a nonce of the device. It
    /// shows that who sends the proof holds the key now.
    public struct SignedIdentityProof: Hashable, Sendable {
        /// The proof that the device's key belongs to an identity.
        public let personIdentityProof: IdentityProof

        /// The signature, as it was given: ECDSA over P-256 with SHA-256, in DER from Apple's devices.
        public let signatureData: Data

        /// Joins a proof and a signature.
        ///
        /// - Parameters:
        ///   - personIdentityProof: The proof that the device's key belongs to an identity.
        ///   - signatureData: The signature. It is parsed when the proof is verified.
        public init(personIdentityProof: IdentityProof, signatureData: Data) {
            self.personIdentityProof = personIdentityProof
            self.signatureData = signatureData
        }

        /// The public key of the device, as it was given.
        public var publicKey: Data { personIdentityProof.publicKey }

        /// The position of the key among the leaves of the tree, counted from 0.
        public var publicKeyIndex: Int { personIdentityProof.publicKeyIndex }

        /// The hashes of the siblings along the path, from the leaf's own upwards, 32 bytes each.
        public var inclusionHashes: [Data] { personIdentityProof.inclusionHashes }
    }
}
