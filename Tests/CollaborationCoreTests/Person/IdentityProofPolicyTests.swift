import CollaborationCore
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Identity proof policies")
struct IdentityProofPolicyTests {
    /// Samples, and the only policy that accepts each.
    static let encodings: [(policy: IdentityProofPolicy, sample: @Sendable () throws -> ProofParts)] = [
        (IdentityProofPolicy(keyEncoding: .x963, signatureEncoding: .der), { try ProofParts.article() }),
        (IdentityProofPolicy(keyEncoding: .compressed, signatureEncoding: .der), { try other(0) }),
        (IdentityProofPolicy(keyEncoding: .x963, signatureEncoding: .raw), { try other(2) }),
        (IdentityProofPolicy(keyEncoding: .compressed, signatureEncoding: .raw), { try other(3) }),
    ]

    private static func other(_ index: Int) throws -> ProofParts {
        let line = try SampleRequests.lines(of: "other-encodings")[index]
        return ProofParts(try VerificationRequest(json: line.request.utf8))
    }

    @Test("The standard policy accepts x9.63 keys, DER signatures and 0 to 32 inclusion hashes")
    func standard() {
        #expect(IdentityProofPolicy.standard.keyEncoding == .x963)
        #expect(IdentityProofPolicy.standard.signatureEncoding == .der)
        #expect(IdentityProofPolicy.standard.depths == 0...32)
    }

    @Test("A policy accepts exactly one key encoding and one signature encoding", arguments: encodings)
    func oneEncoding(policy: IdentityProofPolicy, sample: @Sendable () throws -> ProofParts) throws {
        var parts = try sample()
        for other in Self.encodings {
            parts.policy = other.policy
            if other.policy.keyEncoding != policy.keyEncoding {
                #expect(throws: IdentityProofError.malformedPublicKey) { try parts.verify() }
                #expect(throws: IdentityProofError.malformedPublicKey) {
                    try parts.proof().rootHash(policy: other.policy)
                }
            } else if other.policy.signatureEncoding != policy.signatureEncoding {
                #expect(throws: IdentityProofError.malformedSignature) { try parts.verify() }
            } else {
                #expect(try parts.verify()?.rootHash == parts.knownRootHashes.last)
                #expect(try parts.proof().rootHash(policy: other.policy) == parts.knownRootHashes.last)
            }
        }
    }

    @Test("No policy accepts a raw key of 64 bytes, since an inner node of a tree hashes 64 bytes too")
    func rawKey() throws {
        var parts = try Self.other(1)
        #expect(parts.publicKey.count == 64)
        for encoding in Self.encodings {
            parts.policy = encoding.policy
            #expect(throws: IdentityProofError.malformedPublicKey) { try parts.verify() }
        }
    }

    @Test("A proof with fewer or more inclusion hashes than the policy's range is refused")
    func depths() throws {
        var parts = try ProofParts.article()
        for depths in [0...32, 3...3, 1...3, 3...5] {
            parts.policy = IdentityProofPolicy(depths: depths)
            #expect(throws: Never.self, "\(depths)") { try parts.verify() }
        }
        for depths in [4...4, 5...6, 4...32] {
            parts.policy = IdentityProofPolicy(depths: depths)
            #expect(throws: IdentityProofError.inclusionPathTooShort, "\(depths)") { try parts.verify() }
        }
        for depths in [0...0, 0...2, 2...2] {
            parts.policy = IdentityProofPolicy(depths: depths)
            #expect(throws: IdentityProofError.inclusionPathTooLong, "\(depths)") { try parts.verify() }
        }
    }

    @Test("The depth is checked before the key")
    func order() throws {
        var parts = try ProofParts.article()
        parts.publicKey = Data()
        parts.policy = IdentityProofPolicy(depths: 4...5)
        #expect(throws: IdentityProofError.inclusionPathTooShort) { try parts.verify() }
        #expect(throws: IdentityProofError.inclusionPathTooShort) {
            try parts.proof().rootHash(policy: parts.policy)
        }
    }

    @Test("No policy allows more than 32 inclusion hashes")
    func widest() throws {
        var parts = try ProofParts.article()
        parts.policy = IdentityProofPolicy(depths: 0...100)
        parts.inclusionHashes = [Data](repeating: Data(0..<32), count: 33)
        #expect(throws: IdentityProofError.inclusionPathTooLong) { try parts.verify() }
    }

    private static func bytes(_ digits: String) -> Data { (try? Hexadecimal(digits)).map { Data($0.bytes) } ?? Data() }

    /// A tree whose only leaf is the key as it is sent.
    private func loneLeaf(
        _ publicKey: Data,
        signing message: Data,
        by key: SigningKey
    ) throws -> Person.SignedIdentityProof {
        Person.SignedIdentityProof(
            personIdentityProof: try Person.IdentityProof(publicKey: publicKey, publicKeyIndex: 0, inclusionHashes: []),
            signatureData: key.signature(for: message)
        )
    }

    @Test(
        "A policy accepts a signature over exactly one form of the challenge",
        arguments: [
            (.challenge, Data([0xab, 0x1c])),
            (.challengeHash, bytes("f5adb0da484c00c11e3525df088a51446dca44635998cba400dd0a921ce83ef6")),
            (.base64, Data("qxw=".utf8)), (.lowercaseHexadecimal, Data("ab1c".utf8)),
            (.uppercaseHexadecimal, Data("AB1C".utf8)),
        ] as [(IdentityProofPolicy.SignedForm, Data)]
    ) func signedForms(form: IdentityProofPolicy.SignedForm, message: Data) throws {
        var generator = SeededGenerator("signed forms")
        let key = SigningKey(using: &generator)
        let proof = try loneLeaf(key.publicKey, signing: message, by: key)
        for other in IdentityProofPolicy.SignedForm.allCases {
            let policy = IdentityProofPolicy(signedForm: other)
            let verify = { try proof.verifiedIdentity(signing: Data([0xab, 0x1c]), policy: policy) }
            if other == form {
                #expect(throws: Never.self, performing: verify)
            } else {
                #expect(throws: IdentityProofError.signatureMismatch, performing: verify)
            }
        }
    }

    @Test("A policy of keys in DER accepts a SubjectPublicKeyInfo and no other encoding")
    func derKey() throws {
        var generator = SeededGenerator("DER key")
        let key = SigningKey(using: &generator)
        let prefix = Self.bytes("3059301306072a8648ce3d020106082a8648ce3d030107034200")
        let challenge = Data("challenge".utf8)
        let policy = IdentityProofPolicy(keyEncoding: .der)
        let inDER = try loneLeaf(prefix + key.publicKey, signing: challenge, by: key)
        #expect(throws: Never.self) { try inDER.verifiedIdentity(signing: challenge, policy: policy) }
        #expect(throws: IdentityProofError.malformedPublicKey) {
            try inDER.verifiedIdentity(signing: challenge)
        }
        let plain = try loneLeaf(key.publicKey, signing: challenge, by: key)
        #expect(throws: IdentityProofError.malformedPublicKey) {
            try plain.verifiedIdentity(signing: challenge, policy: policy)
        }
    }
}
