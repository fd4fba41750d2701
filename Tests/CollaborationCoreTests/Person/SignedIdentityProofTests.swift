import CollaborationCore
import Foundation
import Testing

@Suite("Signed identity proofs")
struct SignedIdentityProofTests {
    /// A fault in an otherwise valid proof, and the error that it must cause.
    struct Fault: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var error: IdentityProofError
        var inject: @Sendable (inout ProofParts) -> Void
    }

    /// In the order in which the rules are checked.
    static let faults = [
        Fault(testDescription: "emptiness", error: .emptyProof) { parts in
            parts.publicKey = Data()
            parts.inclusionHashes = []
        },
        Fault(testDescription: "index", error: .publicKeyIndexOutOfRange) { $0.publicKeyIndex = -1 },
        Fault(testDescription: "path length", error: .inclusionPathTooLong) { parts in
            parts.inclusionHashes += [Data](repeating: Data(0..<32), count: 33 - parts.inclusionHashes.count)
        },
        Fault(testDescription: "length of a hash", error: .malformedInclusionHash) {
            $0.inclusionHashes[0].removeLast()
        },
        Fault(testDescription: "key", error: .malformedPublicKey) { $0.publicKey[64] ^= 1 },
        Fault(testDescription: "form of the signature", error: .malformedSignature) { $0.signatureData.append(0) },
        Fault(testDescription: "signature", error: .signatureMismatch) { $0.challenge.append(0) },
    ]

    @Test("Verification returns the identity whose root the proof gives")
    func honest() throws {
        let parts = try ProofParts.article()
        let identity = try parts.verify()
        #expect(try identity?.rootHash == parts.proof().rootHash())
        #expect(identity == (try parts.signedProof().verifiedIdentity(signing: parts.challenge)))
    }

    @Test("A signed proof returns the proof and the signature it was made from")
    func members() throws {
        let parts = try ProofParts.article()
        let signed = try parts.signedProof()
        #expect(signed.personIdentityProof == (try parts.proof()))
        #expect(signed.signatureData == parts.signatureData)
        #expect(signed.publicKey == parts.publicKey)
        #expect(signed.publicKeyIndex == parts.publicKeyIndex)
        #expect(signed.inclusionHashes == parts.inclusionHashes)
    }

    @Test("A proof that breaks one rule is refused with that rule's error", arguments: faults)
    func oneFault(_ fault: Fault) throws {
        var parts = try ProofParts.article()
        fault.inject(&parts)
        #expect(throws: fault.error) { try parts.verify() }
    }

    @Test(
        "A proof that breaks two rules is refused with the error of the rule checked first",
        arguments: faults.indices
    ) func twoFaults(earlier: Int) throws {
        for later in Self.faults[(earlier + 1)...] {
            var parts = try ProofParts.article()
            later.inject(&parts)
            Self.faults[earlier].inject(&parts)
            #expect(throws: Self.faults[earlier].error, "with a fault of the \(later.testDescription)") {
                try parts.verify()
            }
        }
    }

    @Test("The faults tested here cause every error that the standard policy can throw")
    func everyError() {
        let others: Set<IdentityProofError> = [.inclusionPathTooShort]
        #expect(Set(Self.faults.map(\.error)).union(others) == Set(IdentityProofError.allCases))
    }

    /// Without a list of known identities, verification returns the identity and the caller decides.
    @Test("A signed proof by itself is verified without a list of known identities")
    func anyIdentity() throws {
        let stranger = try #require(SampleRequests.lines(of: "article-tree").last)
        let request = try VerificationRequest(json: stranger.request.utf8)
        let identity = try request.proof.verifiedIdentity(signing: request.challenge)
        #expect(!request.knownRootHashes.contains(identity.rootHash))
        #expect(try request.verifiedIdentity() == nil)
    }

    @Test("The proven identity is found at every position among the known root hashes", arguments: 0..<5)
    func place(_ place: Int) throws {
        var parts = try ProofParts.article()
        let root = try parts.proof().rootHash()
        parts.knownRootHashes = (0..<5).map { UInt8($0) }.map { Data(repeating: $0, count: 32) }
        #expect(try parts.verify() == nil)
        parts.knownRootHashes[place] = root
        #expect(try parts.verify()?.rootHash == root)
    }

    @Test("Changing any byte of the proof, the signature or the challenge makes verification fail")
    func everyByte() throws {
        let honest = try ProofParts.article()
        let answer = try honest.verify()
        for fields in [
            \ProofParts.publicKey, \.signatureData, \.challenge, \.inclusionHashes[0], \.inclusionHashes[1],
            \.inclusionHashes[2],
        ] {
            for position in honest[keyPath: fields].indices {
                var parts = honest
                parts[keyPath: fields][position] ^= 1
                // A changed hash leads to an unknown root.
                #expect((try? parts.verify()) as Person.Identity?? != .some(answer), "byte \(position)")
            }
        }
        #expect(try honest.verify() == answer)
    }
}
