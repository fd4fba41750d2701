#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The answer of a device that proves its identity: the challenge that it got, and its signed proof.
public struct IdentityProofAnswer: Hashable, Sendable {
    /// The bytes that the device signed.
    public let challenge: Data

    /// The proof with the signature.
    public let proof: Person.SignedIdentityProof

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - challenge: The bytes that the device signed.
    ///   - proof: The proof with the signature.
    public init(challenge: Data, proof: Person.SignedIdentityProof) {
        self.challenge = challenge
        self.proof = proof
    }
}

extension IdentityProofAnswer: Codable {
    /// Reads an answer from JSON.
    ///
    /// - Parameter json: The text, an object with `challenge` and `proof`.
    /// - Throws: ``MalformedJSONError`` for what is not such JSON, ``IdentityProofError`` for a rule that the proof
    ///   breaks.
    public init(json: some Collection<UInt8>) throws {
        self = try StrictJSONDecoder().decode(Self.self, from: json)
    }
}
