#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The wire format: one flat object, under Apple's names, with bytes as base64.

extension Person.IdentityProof: Codable {
    fileprivate enum CodingKeys: String, CodingKey {
        case publicKey
        case publicKeyIndex
        case inclusionHashes
    }

    /// Decodes the three parts, which are held to the rules of the other initialiser once all of them are there.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a part that is missing or of another type, ``IdentityProofError`` for a rule broken.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            publicKey: container.decode(Data.self, forKey: .publicKey),
            publicKeyIndex: container.decode(Int.self, forKey: .publicKeyIndex),
            inclusionHashes: container.decode([Data].self, forKey: .inclusionHashes)
        )
    }

    /// Encodes the parts side by side in one object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(publicKey, forKey: .publicKey)
        try container.encode(publicKeyIndex, forKey: .publicKeyIndex)
        try container.encode(inclusionHashes, forKey: .inclusionHashes)
    }
}

extension Person.SignedIdentityProof: Codable {
    private enum CodingKeys: String, CodingKey {
        case signatureData
    }

    /// Decodes the signature and the proof beside it in the same object.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a part that is missing or of another type, ``IdentityProofError`` for a rule broken.
    public init(from decoder: any Decoder) throws {
        // The signature first: what is no proof at all is not judged by the rules of one.
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let signatureData = try container.decode(Data.self, forKey: .signatureData)
        self.init(personIdentityProof: try Person.IdentityProof(from: decoder), signatureData: signatureData)
    }

    /// Encodes the parts side by side in one object.
    public func encode(to encoder: any Encoder) throws {
        try personIdentityProof.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(signatureData, forKey: .signatureData)
    }
}
