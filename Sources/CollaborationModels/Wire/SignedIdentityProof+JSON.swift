import CollaborationCrypto

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

/// The parts of a signed proof as they are in the text, before they are checked.
struct SignedIdentityProofParts {
    private var publicKey = Data()
    private var publicKeyIndex: Int? = 0
    private var signatureData = Data()

    /// The inclusion hashes up to the first that is malformed, or that is one too many.
    private var siblings: [SHA256Digest] = []
    private var siblingCount = 0
    private var siblingError: SHA256DigestError?

    /// Empty parts, which are replaced as they are read.
    init() {}

    /// Reads the object that has the parts.
    init(from reader: inout JSONReader, in json: Span<UInt8>) throws(MalformedJSONError) {
        try reader.readObject(of: Person.SignedIdentityProof.CodingKeys.self, in: json) {
            member,
            reader throws(MalformedJSONError) in
            switch member {
            case .publicKey: publicKey = try reader.readData(in: json)
            case .publicKeyIndex: publicKeyIndex = try reader.readInteger(Int.self, in: json)
            case .inclusionHashes:
                // Enough for the depth of Apple's trees without growing.
                siblings.reserveCapacity(8)
                try reader.readArray(in: json) { reader throws(MalformedJSONError) in
                    append(try reader.readDigest(in: json))
                }
            case .signatureData: signatureData = try reader.readData(in: json)
            }
        }
    }

    private mutating func append(_ sibling: Result<SHA256Digest, SHA256DigestError>) {
        siblingCount += 1
        guard siblingError == nil, siblingCount <= MerkleInclusionProof.maximumDepth else { return }
        switch sibling {
        case .success(let digest): siblings.append(digest)
        case .failure(let error): siblingError = error
        }
    }

    /// The proof, if the parts keep the rules.
    func proof() throws(IdentityProofError) -> Person.SignedIdentityProof {
        let proof = try Person.IdentityProof(
            publicKey: publicKey,
            // An index that does not fit an `Int` is out of range, as a negative one is.
            publicKeyIndex: publicKeyIndex ?? -1,
            siblingCount: siblingCount
        ) { () throws(SHA256DigestError) in
            if let siblingError { throw siblingError }
            return siblings
        }
        return Person.SignedIdentityProof(personIdentityProof: proof, signatureData: signatureData)
    }
}
