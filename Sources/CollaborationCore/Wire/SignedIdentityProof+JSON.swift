extension Person.SignedIdentityProof {
    /// Reads a proof from JSON, as a device sends it.
    ///
    /// - Parameter json: The text, an object with `publicKey`, `publicKeyIndex`, `inclusionHashes` and
    ///   `signatureData`.
    /// - Throws: ``MalformedJSONError`` for what is not such JSON, ``IdentityProofError`` for a rule that the proof
    ///   breaks.
    public init(json: some Collection<UInt8>) throws {
        self = try StrictJSONDecoder().decode(Self.self, from: json)
    }
}
