import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Identity proofs")
struct IdentityProofTests {
    @Test("In Apple's example tree the key P3 and the hashes H4, H7 and H11 give the root")
    func article() throws {
        let parts = try ProofParts.article()
        #expect(parts.publicKeyIndex == 2)
        #expect(parts.inclusionHashes.count == 3)
        let answer = try #require(SampleRequests.lines(of: "article-tree").first).answer
        #expect(try "granted " + parts.proof().rootHash().hexadecimal == answer)
    }

    @Test("An inclusion hash that is not 32 bytes long is refused", arguments: [0, 1, 31, 33, 64, 1 << 20])
    func hashLength(count: Int) throws {
        for position in 0..<3 {
            var parts = try ProofParts.article()
            parts.inclusionHashes[position] = Data(repeating: 7, count: count)
            #expect(throws: IdentityProofError.malformedInclusionHash) { try parts.proof() }
        }
    }

    @Test("The key and the hashes may be slices of other data")
    func slices() throws {
        var parts = try ProofParts.article()
        let root = try parts.proof().rootHash()
        parts.publicKey = Data([1] + parts.publicKey).dropFirst()
        parts.inclusionHashes = parts.inclusionHashes.map { Data([1] + $0 + [2]).dropFirst().dropLast() }
        #expect(try parts.proof().rootHash() == root)
        #expect(try parts.verify()?.rootHash == root)
    }

    @Test("A proof is empty when it has neither a key nor an inclusion hash")
    func isEmpty() throws {
        var parts = try ProofParts.article()
        #expect(try !parts.signedProof().isEmpty)
        parts.publicKey = Data()
        #expect(try !parts.signedProof().isEmpty)
        parts = try ProofParts.article()
        (parts.inclusionHashes, parts.publicKeyIndex) = ([], 0)
        #expect(try !parts.signedProof().isEmpty)
        parts.publicKey = Data()
        #expect(try parts.signedProof().isEmpty && parts.proof().isEmpty)
    }

    @Test("An empty proof is refused as such, whatever its index", arguments: [0, 1, -1, Int.max])
    func empty(index: Int) throws {
        var parts = try ProofParts.article()
        (parts.publicKey, parts.inclusionHashes, parts.publicKeyIndex) = (Data(), [], index)
        parts.policy = IdentityProofPolicy(depths: 5...5)
        #expect(throws: IdentityProofError.emptyProof) { try parts.verify() }
        #expect(throws: IdentityProofError.emptyProof) { try parts.proof().rootHash() }
    }
}
