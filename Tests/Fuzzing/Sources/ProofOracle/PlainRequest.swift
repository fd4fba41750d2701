public import CollaborationCore
public import Foundation

/// The fields of a request on the wire, which need not obey any rule of the scheme.
public struct PlainRequest: Hashable, Sendable, Codable {
    /// The fields of a signed identity proof.
    public struct Proof: Hashable, Sendable, Codable {
        /// The key as it was sent.
        public var publicKey: Data
        /// The position of the key.
        public var publicKeyIndex: Int
        /// The siblings, from leaf to root.
        public var inclusionHashes: [Data]
        /// The signature as it was sent.
        public var signatureData: Data

        /// Makes a proof of its fields.
        public init(publicKey: Data, publicKeyIndex: Int, inclusionHashes: [Data], signatureData: Data) {
            self.publicKey = publicKey
            self.publicKeyIndex = publicKeyIndex
            self.inclusionHashes = inclusionHashes
            self.signatureData = signatureData
        }

        /// The same proof as the type of the package, whose rules it must obey.
        public var signedIdentityProof: Person.SignedIdentityProof {
            get throws(IdentityProofError) {
                Person.SignedIdentityProof(
                    personIdentityProof: try Person.IdentityProof(
                        publicKey: publicKey,
                        publicKeyIndex: publicKeyIndex,
                        inclusionHashes: inclusionHashes
                    ),
                    signatureData: signatureData
                )
            }
        }
    }

    /// The collaboration.
    public var collaborationIdentifier: String
    /// The bytes that were to be signed.
    public var challenge: Data
    /// The proof.
    public var proof: Proof
    /// The root hashes of the invited identities.
    public var knownRootHashes: [Data]

    /// Makes a request of its fields.
    public init(
        collaborationIdentifier: String = "doc-42",
        challenge: Data,
        proof: Proof,
        knownRootHashes: [Data] = []
    ) {
        self.collaborationIdentifier = collaborationIdentifier
        self.challenge = challenge
        self.proof = proof
        self.knownRootHashes = knownRootHashes
    }
}
