import CollaborationProofs

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A proof as a device sent it, before anything is known about its form.
///
/// As JSON it has the members of an `VerificationRequest`. Any bytes are accepted for the key,
/// the hashes and the signature, so that ``ProofDiagnosis`` can tell what they are.
public struct CapturedProof: Hashable, Sendable {
    /// What the device signed and sent, without checks.
    public struct Parts: Hashable, Sendable, Codable {
        /// The public key of the device.
        public var publicKey: Data

        /// The position of the key among the leaves of the tree.
        public var publicKeyIndex: UInt64

        /// The hashes that lead from the key to the root.
        public var inclusionHashes: [Data]

        /// The signature by the device's key.
        public var signatureData: Data

        /// Collects the parts of a proof.
        public init(
            publicKey: Data,
            publicKeyIndex: UInt64,
            inclusionHashes: [Data],
            signatureData: Data
        ) {
            self.publicKey = publicKey
            self.publicKeyIndex = publicKeyIndex
            self.inclusionHashes = inclusionHashes
            self.signatureData = signatureData
        }
    }

    /// The bytes that the app passed to the system to be signed.
    public var challenge: Data

    /// What the device answered.
    public var proof: Parts

    /// The root hashes among which the device's identity is; nil if they are not known.
    public var knownRootHashes: [Data]?

    /// Makes a captured proof.
    public init(challenge: Data, proof: Parts, knownRootHashes: [Data]? = nil) {
        self.challenge = challenge
        self.proof = proof
        self.knownRootHashes = knownRootHashes
    }
}

extension CapturedProof: Codable {
    /// Reads a captured proof from JSON, by the rules of `StrictJSONDecoder`.
    ///
    /// - Parameter json: The text, an object with `challenge` and `proof`, and `knownRootHashes` if they are known.
    /// - Throws: `MalformedJSONError`.
    public init(json: some Collection<UInt8>) throws {
        self = try StrictJSONDecoder().decode(Self.self, from: json)
    }
}
