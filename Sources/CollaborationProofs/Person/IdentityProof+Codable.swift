#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The wire format: one flat object, under Apple's names, with bytes as base64.

extension Person.IdentityProof: Codable {
    private typealias CodingKeys = SignedIdentityProofParts<Data>.Member

    /// Decodes the three parts, then checks them by the rules of the other initializer.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a part that is missing or has the wrong type, ``IdentityProofError`` for
    ///   a broken rule.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let publicKey = try container.decode(Data.self, forKey: .publicKey)
        let inclusionHashes = try container.decode([Data].self, forKey: .inclusionHashes)
        try self.init(
            publicKey: publicKey,
            publicKeyIndex: Self.decodeIndex(from: container),
            inclusionHashes: inclusionHashes
        )
    }

    /// Decodes the index.
    ///
    /// An integer that does not fit `Int` becomes -1, which is out of range as well.
    private static func decodeIndex(from container: KeyedDecodingContainer<CodingKeys>) throws -> Int {
        do {
            return try container.decode(Int.self, forKey: .publicKeyIndex)
        } catch {
            // The number is not written as an integer.
            if case DecodingError.typeMismatch = error { throw error }
            guard let number = try? container.decode(Double.self, forKey: .publicKeyIndex) else {
                throw error
            }
            guard number == number.rounded() else {
                throw DecodingError.typeMismatch(
                    Int.self,
                    DecodingError.Context(
                        codingPath: container.codingPath + [CodingKeys.publicKeyIndex],
                        debugDescription: "The index is not an integer."
                    )
                )
            }
            return -1
        }
    }

    /// Encodes all parts into one object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(publicKey, forKey: .publicKey)
        try container.encode(publicKeyIndex, forKey: .publicKeyIndex)
        try container.encode(inclusionHashes, forKey: .inclusionHashes)
    }
}

extension SignedIdentityProofParts.Member: CodingKey {}

extension Person.SignedIdentityProof: Codable {
    fileprivate typealias CodingKeys = SignedIdentityProofParts<Data>.Member

    /// Decodes the signature and the parts of the proof from one object.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a part that is missing or has the wrong type, ``IdentityProofError`` for
    ///   a broken rule.
    public init(from decoder: any Decoder) throws {
        // Decode the signature first, so that a missing one is a DecodingError and not a broken rule.
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let signatureData = try container.decode(Data.self, forKey: .signatureData)
        self.init(personIdentityProof: try Person.IdentityProof(from: decoder), signatureData: signatureData)
    }

    /// Encodes all parts into one object.
    public func encode(to encoder: any Encoder) throws {
        try personIdentityProof.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(signatureData, forKey: .signatureData)
    }
}
