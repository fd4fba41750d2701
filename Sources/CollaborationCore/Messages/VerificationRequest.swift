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

    /// The root hashes that are known for the collaboration.
    ///
    /// An entry that is not 32 bytes never matches.
    public var knownRootHashes: [Data]

    /// Makes a request.
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
    /// - Returns: The identity, one of the known ones; nil if the proof is valid and the identity is unknown.
    /// - Throws: What the verification of the proof throws.
    public func verifiedIdentity(
        policy: IdentityProofPolicy = .standard
    ) throws(IdentityProofError) -> Person.Identity? {
        let identity = try proof.verifiedIdentity(signing: challenge, policy: policy)
        return knownRootHashes.contains(identity.rootHash) ? identity : nil
    }
}

extension VerificationRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: The text of at most 16 MiB, an object with `collaborationIdentifier`, `challenge`, `proof` and
    ///   `knownRootHashes`.
    /// - Throws: ``CollaborationError/malformed(_:)``; ``CollaborationError/refused(_:)`` for a rule that the proof
    ///   breaks.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        let message = try JSONValue(json, byteCountLimit: JSONLimits.byteCount)
        collaborationIdentifier = try message.member("collaborationIdentifier").identifier()
        challenge = try message.member("challenge").bytes()
        knownRootHashes = try message.member("knownRootHashes").elements { hash throws(CollaborationError) in
            try hash.bytes()
        }
        let members = try ProofMembers(message.member("proof"))
        do throws(IdentityProofError) { proof = try members.proof } catch { throw .refused(.invalidProof(error)) }
    }

    /// The request as JSON.
    public var json: Data {
        JSONText([
            "collaborationIdentifier": JSONText(collaborationIdentifier.rawValue),
            "challenge": JSONText(challenge),
            "proof": ProofMembers(proof).jsonText,
            "knownRootHashes": JSONText(knownRootHashes.map { JSONText($0) }),
        ]).data
    }
}
