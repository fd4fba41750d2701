import CollaborationModels
import Foundation
import Testing

@Suite("An identity proof policy")
struct IdentityProofPolicyTests {
    /// A line of the samples, and the one policy that grants it.
    struct Encoding: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var policy: IdentityProofPolicy
        var sample: @Sendable () throws -> ProofParts
    }

    static let encodings = [
        Encoding(
            testDescription: "x9.63 key, DER signature",
            policy: IdentityProofPolicy(keyEncoding: .x963, signatureEncoding: .der),
            sample: { try ProofParts.article() }
        ),
        Encoding(
            testDescription: "compressed key, DER signature",
            policy: IdentityProofPolicy(keyEncoding: .compressed, signatureEncoding: .der),
            sample: { try other(0) }
        ),
        Encoding(
            testDescription: "x9.63 key, raw signature",
            policy: IdentityProofPolicy(keyEncoding: .x963, signatureEncoding: .raw),
            sample: { try other(2) }
        ),
        Encoding(
            testDescription: "compressed key, raw signature",
            policy: IdentityProofPolicy(keyEncoding: .compressed, signatureEncoding: .raw),
            sample: { try other(3) }
        ),
    ]

    private static func other(_ index: Int) throws -> ProofParts {
        let line = try SampleRequests.lines(of: "other-encodings")[index]
        return ProofParts(try JSONDecoder().decode(IdentityProofRequest.self, from: Data(line.request.utf8)))
    }

    @Test(
        "accepts what a device sends unless it says otherwise: an x9.63 key, a DER signature, 0 to 32 hashes"
    )
    func standard() {
        #expect(IdentityProofPolicy.standard.keyEncoding == .x963)
        #expect(IdentityProofPolicy.standard.signatureEncoding == .der)
        #expect(IdentityProofPolicy.standard.depths == 0...32)
    }

    @Test("accepts one encoding of a key and one of a signature", arguments: encodings)
    func oneEncoding(_ encoding: Encoding) throws {
        var parts = try encoding.sample()
        for other in Self.encodings {
            parts.policy = other.policy
            if other.policy.keyEncoding != encoding.policy.keyEncoding {
                #expect(throws: IdentityProofError.malformedPublicKey) { try parts.verify() }
                #expect(throws: IdentityProofError.malformedPublicKey) {
                    try parts.proof().rootHash(policy: other.policy)
                }
            } else if other.policy.signatureEncoding != encoding.policy.signatureEncoding {
                #expect(throws: IdentityProofError.malformedSignature) { try parts.verify() }
            } else {
                #expect(try parts.verify().rootHash == parts.knownRootHashes.last)
                #expect(try parts.proof().rootHash(policy: other.policy) == parts.knownRootHashes.last)
            }
        }
    }

    @Test("accepts no raw key, whose 64 bytes an inner node has as well")
    func rawKey() throws {
        var parts = try Self.other(1)
        #expect(parts.publicKey.count == 64)
        for encoding in Self.encodings {
            parts.policy = encoding.policy
            #expect(throws: IdentityProofError.malformedPublicKey) { try parts.verify() }
        }
    }

    @Test("narrows the range of depths")
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

    @Test("checks the depth before the key")
    func order() throws {
        var parts = try ProofParts.article()
        parts.publicKey = Data()
        parts.policy = IdentityProofPolicy(depths: 4...5)
        #expect(throws: IdentityProofError.inclusionPathTooShort) { try parts.verify() }
        #expect(throws: IdentityProofError.inclusionPathTooShort) {
            try parts.proof().rootHash(policy: parts.policy)
        }
    }

    @Test("cannot allow more than 32 hashes")
    func widest() throws {
        var parts = try ProofParts.article()
        parts.policy = IdentityProofPolicy(depths: 0...100)
        parts.inclusionHashes = [Data](repeating: Data(0..<32), count: 33)
        #expect(throws: IdentityProofError.inclusionPathTooLong) { try parts.verify() }
    }
}
