import CollaborationCrypto

/// The parts of a request as they are in a JSON text, before the proof is checked.
struct VerificationRequestParts<Bytes: RangeReplaceableCollection<UInt8>> {
    /// The members of a request.
    enum Member: String, CaseIterable, Sendable {
        case collaborationIdentifier
        case challenge
        case proof
        case knownRootHashes
    }

    private(set) var collaborationIdentifier = JSONText(start: 0, end: 0, byteCount: 0)
    private(set) var challenge = Bytes()
    private(set) var proof = SignedIdentityProofParts<Bytes>()

    /// The root hashes that have 32 bytes.
    private(set) var knownDigests: [SHA256Digest] = []

    /// Reads the object that has the parts.
    init(from reader: inout JSONReader, in json: Span<UInt8>) throws(MalformedJSONError) {
        try reader.readObject(of: Member.self, in: json) { member, reader throws(MalformedJSONError) in
            switch member {
            case .collaborationIdentifier: collaborationIdentifier = try reader.readIdentifier(in: json)
            case .challenge: challenge = try reader.readBytes(in: json)
            case .proof: proof = try SignedIdentityProofParts(from: &reader, in: json)
            case .knownRootHashes:
                knownDigests.reserveCapacity(8)
                try reader.readArray(in: json) { reader throws(MalformedJSONError) in
                    if case .success(let digest) = try reader.readDigest(in: json) {
                        knownDigests.append(digest)
                    }
                }
            }
        }
    }

    /// Verifies the proof by the standard policy, and returns the root of the identity proven if it is a known one.
    func verifiedRoot() throws(IdentityProofError) -> SHA256Digest {
        let root = try IdentityProofRules.root(
            ofKey: proof.publicKey,
            path: proof.path(),
            signature: proof.signatureData,
            policy: .standard
        ) { key, signature in
            key.isValidSignature(signature, for: challenge)
        }
        try IdentityProofRules.check(root, isAmong: knownDigests)
        return root
    }
}
