public import Foundation

/// The members of a request on the wire, which need not obey any rule of the scheme.
public struct PlainRequest: Hashable, Sendable, Codable {
    /// The members of a signed identity proof.
    public struct Proof: Hashable, Sendable, Codable {
        /// The key as it was sent.
        public var publicKey: Data
        /// The position of the key.
        public var publicKeyIndex: Int
        /// The siblings, from leaf to root.
        public var inclusionHashes: [Data]
        /// The signature as it was sent.
        public var signatureData: Data

        /// Makes a proof of its members.
        public init(publicKey: Data, publicKeyIndex: Int, inclusionHashes: [Data], signatureData: Data) {
            self.publicKey = publicKey
            self.publicKeyIndex = publicKeyIndex
            self.inclusionHashes = inclusionHashes
            self.signatureData = signatureData
        }
    }

    /// The collaboration.
    public var collaborationIdentifier = "doc-42"
    /// The bytes that were to be signed.
    public var challenge: Data
    /// The proof.
    public var proof: Proof
    /// The root hashes of the invited identities.
    public var knownRootHashes: [Data]

    /// Makes a request whose only known root hash is that of the proof, and some others if they are given.
    public init(challenge: Data, proof: Proof, otherRootHashes: [Data] = []) {
        self.challenge = challenge
        self.proof = proof
        knownRootHashes = otherRootHashes + [proof.root]
    }
}
