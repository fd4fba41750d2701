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

    private var known: KnownRoots

    /// What the device answered.
    public var proof: Person.SignedIdentityProof

    /// The root hashes that are known for the collaboration.
    ///
    /// An entry that is not 32 bytes never matches, and is dropped.
    public var knownRootHashes: [Data] {
        get { known.rootHashes }
        set { known = KnownRoots(newValue) }
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
        known = KnownRoots(knownRootHashes)
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
        try IdentityProofRules.check(identity.root.digest, isAmong: known.digests)
        return identity
    }
}

extension VerificationRequest: Codable {
    /// The members in the order in which the compiler decodes them: `proof` stays last, so that a missing member is a
    /// `DecodingError` also beside a proof that breaks a rule.
    private enum CodingKeys: String, CodingKey {
        case collaborationIdentifier
        case challenge
        case known = "knownRootHashes"
        case proof
    }

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

/// Root hashes of 32 bytes, which are encoded as their bytes.
private struct KnownRoots: Hashable, Sendable, Codable {
    let digests: [SHA256Digest]

    init(_ rootHashes: [Data]) {
        digests = rootHashes.compactMap { try? SHA256Digest(rawRepresentation: $0) }
    }

    var rootHashes: [Data] { digests.map { Data($0.rawRepresentation) } }

    init(from decoder: any Decoder) throws {
        self.init(try [Data](from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        try rootHashes.encode(to: encoder)
    }
}

extension VerificationRequest: CustomStringConvertible {
    /// The collaboration, the proof, and what else there is, on one line.
    public var description: String {
        let rest = "challenge of \(challenge.count) bytes, \(knownRootHashes.count) known identities"
        return "Request for \(collaborationIdentifier.rawValue): \(proof), \(rest)".onOneLine
    }
}
