#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// All that is needed to decide on a proof: the wire format of this package between app, server and tools.
public struct IdentityProofRequest: Hashable, Sendable {
    /// The collaboration that is asked for.
    public var collaborationIdentifier: CollaborationIdentifier

    /// The bytes that the device was asked to sign.
    public var challenge: Data

    /// What the device answered.
    public var proof: Person.SignedIdentityProof

    /// The root hashes that are known for the collaboration.
    ///
    /// An entry that is not 32 bytes never matches.
    public var knownRootHashes: [Data]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - collaborationIdentifier: The collaboration that is asked for.
    ///   - challenge: The bytes that the device was asked to sign.
    ///   - proof: What the device answered.
    ///   - knownRootHashes: The root hashes that are known for the collaboration, 32 bytes each.
    public init(
        collaborationIdentifier: CollaborationIdentifier,
        challenge: Data,
        proof: Person.SignedIdentityProof,
        knownRootHashes: [Data]
    ) {
        self.collaborationIdentifier = collaborationIdentifier
        self.challenge = challenge
        self.proof = proof
        self.knownRootHashes = knownRootHashes
    }

    /// Verifies the proof and returns the identity proven, if it is among the known ones.
    ///
    /// - Parameter policy: The encodings and depths that are accepted.
    /// - Returns: The identity, one of the known ones.
    /// - Throws: ``IdentityProofError``: what the verification of the proof throws, then
    /// ``IdentityProofError/unknownIdentity``.
    public func verifiedIdentity(
        policy: IdentityProofPolicy = .standard
    ) throws(IdentityProofError) -> Person.Identity {
        let identity = try proof.verifiedIdentity(signing: challenge, policy: policy)
        guard knownRootHashes.contains(identity.rootHash) else { throw .unknownIdentity }
        return identity
    }
}

extension IdentityProofRequest: Codable {
    /// Decodes a request.
    ///
    /// The proof is decoded last, so that a missing field is a `DecodingError` and not a broken rule.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a part that is missing or has the wrong type, ``IdentityProofError`` for
    ///   a rule that the proof breaks.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let identifier = try container.decode(CollaborationIdentifier.self, forKey: .collaborationIdentifier)
        let challenge = try container.decode(Data.self, forKey: .challenge)
        let knownRootHashes = try container.decode([Data].self, forKey: .knownRootHashes)
        self.init(
            collaborationIdentifier: identifier,
            challenge: challenge,
            proof: try container.decode(Person.SignedIdentityProof.self, forKey: .proof),
            knownRootHashes: knownRootHashes
        )
    }
}
