#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Person.SignedIdentityProof {
    /// Reads a proof from JSON, as a device sends it.
    ///
    /// - Parameter json: The text, an object with `publicKey`, `publicKeyIndex`, `inclusionHashes` and
    ///   `signatureData`.
    /// - Throws: ``MalformedJSONError`` for what is not such JSON, ``IdentityProofError`` for a rule that the proof
    ///   breaks.
    public init(json: some Collection<UInt8>) throws {
        self = try JSONReader.read(json) { reader, json throws(MalformedJSONError) in
            try SignedIdentityProofParts(from: &reader, in: json)
        }.proof()
    }
}

extension SignedIdentityProofParts<Data> {
    /// The proof, if the parts keep the rules.
    func proof() throws(IdentityProofError) -> Person.SignedIdentityProof {
        Person.SignedIdentityProof(
            personIdentityProof: Person.IdentityProof(publicKey: publicKey, path: try path()),
            signatureData: signatureData
        )
    }
}
