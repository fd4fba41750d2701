import CollaborationModels
import CollaborationTestSupport
import Foundation
import Testing

@Suite("An identity proof")
struct IdentityProofTests {
    @Test("leads from the key of P3 and the hashes H4, H7 and H11 to the root of the article's tree")
    func article() throws {
        let parts = try ProofParts.article()
        #expect(parts.publicKeyIndex == 2)
        #expect(parts.inclusionHashes.count == 3)
        let answer = try #require(SampleRequests.lines(of: "article-tree").first).answer
        #expect(try "granted " + parts.proof().rootHash().hexadecimal == answer)
    }

    @Test("holds what it was made from")
    func members() throws {
        let parts = try ProofParts.article()
        let proof = try parts.proof()
        #expect(proof.publicKey == parts.publicKey)
        #expect(proof.publicKeyIndex == parts.publicKeyIndex)
        #expect(proof.inclusionHashes == parts.inclusionHashes)
        #expect(proof == (try parts.proof()))
        #expect(Set([proof, try parts.proof()]).count == 1)
    }

    @Test("has an index from zero to below two to the number of hashes", arguments: 0...32)
    func indexLimit(depth: Int) throws {
        var parts = try ProofParts.article()
        parts.inclusionHashes = [Data](repeating: Data(0..<32), count: depth)
        for index in [0, 1 << depth - 1] {
            parts.publicKeyIndex = index
            #expect(try parts.proof().publicKeyIndex == index)
        }
        for index in [1 << depth, 1 << depth + 1, -1, Int.min, Int.max] {
            parts.publicKeyIndex = index
            #expect(throws: IdentityProofError.publicKeyIndexOutOfRange, "index \(index)") {
                try parts.proof()
            }
        }
    }

    /// The code in Apple's article looks at the low bits alone, so that both of these lead to the right root
    /// there.
    @Test("refuses the indexes that fold to the same root", arguments: [2 + 8, 2 - 8, 2 + (1 << 32)])
    func congruentIndex(_ index: Int) throws {
        var parts = try ProofParts.article()
        parts.publicKeyIndex = index
        #expect(throws: IdentityProofError.publicKeyIndexOutOfRange) { try parts.proof() }
    }

    @Test("has at most 32 hashes", arguments: [33, 64, 65, 1_000_000])
    func pathLimit(depth: Int) throws {
        var parts = try ProofParts.article()
        parts.inclusionHashes = [Data](repeating: Data(0..<32), count: depth)
        for index in [0, 2, 1 << 32] {
            parts.publicKeyIndex = index
            #expect(throws: IdentityProofError.inclusionPathTooLong) { try parts.proof() }
        }
    }

    @Test("has hashes of 32 bytes each", arguments: [0, 1, 31, 33, 64, 1 << 20])
    func hashLength(count: Int) throws {
        for position in 0..<3 {
            var parts = try ProofParts.article()
            parts.inclusionHashes[position] = Data(repeating: 7, count: count)
            #expect(throws: IdentityProofError.malformedInclusionHash) { try parts.proof() }
        }
    }

    @Test("takes hashes and a key that are slices of other data")
    func slices() throws {
        var parts = try ProofParts.article()
        let root = try parts.proof().rootHash()
        parts.publicKey = Data([1] + parts.publicKey).dropFirst()
        parts.inclusionHashes = parts.inclusionHashes.map { Data([1] + $0 + [2]).dropFirst().dropLast() }
        #expect(try parts.proof().rootHash() == root)
        #expect(try parts.verify().rootHash == root)
    }

    @Test("has no root hash when its key is no key, even where the tree holds the very bytes")
    func innerNode() throws {
        var parts = try ProofParts.article()
        parts.publicKey = Data(0..<64)
        #expect(throws: IdentityProofError.malformedPublicKey) { try parts.proof().rootHash() }
    }

    @Test("is the same after encoding and decoding")
    func coding() throws {
        let proof = try ProofParts.article().proof()
        let decoded = try JSONDecoder().decode(Person.IdentityProof.self, from: JSONEncoder().encode(proof))
        #expect(decoded == proof)
    }
}
