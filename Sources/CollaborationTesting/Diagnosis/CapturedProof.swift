import CollaborationCore

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A proof as a device sent it, before anything is known about its form.
///
/// As JSON it has the members of a `VerificationRequest`. Any bytes are accepted for the key,
/// the hashes and the signature, so that ``ProofDiagnosis`` can tell what they are.
package struct CapturedProof: Hashable, Sendable, Codable {
    /// What the device signed and sent, without checks.
    package struct Parts: Hashable, Sendable, Codable {
        package var publicKey: Data
        package var publicKeyIndex: UInt64

        /// The hashes that lead from the key to the root.
        package var inclusionHashes: [Data]
        package var signatureData: Data

        package init(
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
    package var challenge: Data

    /// What the device answered.
    package var proof: Parts

    /// The root hashes among which the device's identity is; nil if they are not known.
    package var knownRootHashes: [Data]?

    package init(challenge: Data, proof: Parts, knownRootHashes: [Data]? = nil) {
        self.challenge = challenge
        self.proof = proof
        self.knownRootHashes = knownRootHashes
    }

    package init(json: some Collection<UInt8>) throws {
        self = try StrictJSONDecoder().decode(Self.self, from: json)
    }
}
