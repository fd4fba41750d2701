import CollaborationCrypto

/// The parts of a signed proof as they are in a JSON text, before they are checked.
///
/// Bytes are kept as the type that the caller needs: `Data` in this module, arrays in WebAssembly.
struct SignedIdentityProofParts<Bytes: RangeReplaceableCollection<UInt8>> {
    /// The members of a signed proof.
    enum Member: String, CaseIterable, Sendable {
        case publicKey
        case publicKeyIndex
        case inclusionHashes
        case signatureData
    }

    private(set) var publicKey = Bytes()
    private(set) var signatureData = Bytes()
    private var publicKeyIndex: Int64? = 0

    /// The inclusion hashes up to the first that is malformed, or that is one too many.
    private var siblings: [SHA256Digest] = []
    private var siblingCount = 0
    private var siblingError: SHA256DigestError?

    /// Empty parts, which are replaced as they are read.
    init() {}

    /// Reads the object that has the parts.
    init(from reader: inout JSONReader, in json: Span<UInt8>) throws(MalformedJSONError) {
        try reader.readObject(of: Member.self, in: json) { member, reader throws(MalformedJSONError) in
            switch member {
            case .publicKey: publicKey = try reader.readBytes(in: json)
            case .publicKeyIndex: publicKeyIndex = try reader.readInteger(Int64.self, in: json)
            case .inclusionHashes:
                // Enough for the depth of Apple's trees without growing.
                siblings.reserveCapacity(8)
                try reader.readArray(in: json) { reader throws(MalformedJSONError) in
                    append(try reader.readDigest(in: json))
                }
            case .signatureData: signatureData = try reader.readBytes(in: json)
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

    /// The path to the root, if the parts keep the rules.
    func path() throws(IdentityProofError) -> MerkleInclusionProof {
        try IdentityProofRules.path(
            ofEmptyKey: publicKey.isEmpty,
            // An index that does not fit 64 bits is out of range, as a negative one is.
            index: publicKeyIndex ?? -1,
            siblingCount: siblingCount
        ) { () throws(SHA256DigestError) in
            if let siblingError { throw siblingError }
            return siblings
        }
    }
}
