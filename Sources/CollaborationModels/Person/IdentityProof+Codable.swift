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

    /// Decodes the three parts, which are held to the rules of the other initialiser once all of them are
    /// there.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a part that is missing or of another type, ``IdentityProofError`` for a
    ///   rule broken.
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

    /// Decodes the index, of which an integer too large for `Int` is out of range like any other.
    private static func decodeIndex(from container: KeyedDecodingContainer<CodingKeys>) throws -> Int {
        do {
            return try container.decode(Int.self, forKey: .publicKeyIndex)
        } catch {
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
            throw IdentityProofError.publicKeyIndexOutOfRange
        }
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
    /// - Throws: `DecodingError` for a part that is missing or of another type, ``IdentityProofError`` for a
    ///   rule broken.
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
