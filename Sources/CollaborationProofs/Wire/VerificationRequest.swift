import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// All that is needed to decide on a proof: the wire format of this package between app, server and tools.
public struct VerificationRequest: Hashable, Sendable {
    /// The collaboration that is asked for.
    public var collaborationIdentifier: CollaborationIdentifier

    /// The bytes that the device was asked to sign.
    public var challenge: Data

    /// What the device answered.
    public var proof: Person.SignedIdentityProof

    private var knownDigests: [SHA256Digest]

    /// The root hashes that are known for the collaboration.
    ///
    /// An entry that is not 32 bytes never matches, and is dropped.
    public var knownRootHashes: [Data] {
        get { knownDigests.map { Data($0.rawRepresentation) } }
        set { knownDigests = Self.digests(of: newValue) }
    }

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
        knownDigests = Self.digests(of: knownRootHashes)
    }

    private static func digests(of rootHashes: [Data]) -> [SHA256Digest] {
        rootHashes.compactMap { try? SHA256Digest(rawRepresentation: $0) }
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
        try IdentityProofRules.check(identity.digest, isAmong: knownDigests)
        return identity
    }
}

extension VerificationRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: The text, an object with `collaborationIdentifier`, `challenge`, `proof` and
    ///   `knownRootHashes`.
    /// - Throws: ``MalformedJSONError`` for what is not such JSON, ``IdentityProofError`` for a rule that the proof
    ///   breaks.
    public init(json: some Collection<UInt8>) throws {
        self = try StrictJSONDecoder().decode(Self.self, from: json)
    }
}

extension VerificationRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case collaborationIdentifier
        case challenge
        case proof
        case knownRootHashes
    }

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

    /// Encodes the parts in one object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(collaborationIdentifier, forKey: .collaborationIdentifier)
        try container.encode(challenge, forKey: .challenge)
        try container.encode(proof, forKey: .proof)
        try container.encode(knownRootHashes, forKey: .knownRootHashes)
    }
}

extension VerificationRequest: CustomStringConvertible {
    /// The collaboration, the proof, and what else there is, on one line.
    public var description: String {
        let rest = "challenge of \(challenge.count) bytes, \(knownRootHashes.count) known identities"
        return "Request for \(collaborationIdentifier.rawValue): \(proof), \(rest)".onOneLine
    }
}
