import CollaborationProofs
import CollaborationTesting
import Foundation
import Testing

@Suite("Captured proofs")
struct CapturedProofTests {
    private func text(index: String = "2", hashes: String = "[]", rest: String = "") -> Data {
        Data(
            #"""
            {"challenge": "AQ==", "proof": {"publicKey": "AgM=", "publicKeyIndex": \#(index),
            "inclusionHashes": \#(hashes), "signatureData": ""}\#(rest)}
            """#.utf8
        )
    }

    @Test("A captured proof is read with keys, hashes and signatures of any length")
    func lenient() throws {
        let proof = try CapturedProof(json: text(index: "18446744073709551615", hashes: #"["", "AA=="]"#))
        #expect(proof.challenge == Data([1]))
        #expect(proof.proof.publicKey == Data([2, 3]))
        #expect(proof.proof.publicKeyIndex == .max)
        #expect(proof.proof.inclusionHashes == [Data(), Data([0])])
        #expect(proof.proof.signatureData.isEmpty)
    }

    @Test("The known root hashes of a captured proof may be absent")
    func rootHashes() throws {
        #expect(try CapturedProof(json: text()).knownRootHashes == nil)
        let proof = try CapturedProof(json: text(rest: #", "knownRootHashes": ["BA=="]"#))
        #expect(proof.knownRootHashes == [Data([4])])
        #expect(try CapturedProof(json: JSONEncoder().encode(proof)) == proof)
    }

    @Test(
        "Root hashes that begin alike are diagnosed in time linear in their number",
        .timeLimit(.minutes(10))
    )
    func alikeRootHashes() throws {
        let hashes = (0..<100_000).map { Data(repeating: 7, count: 80) + Data("\($0)".utf8) }
        var proof = try CapturedProof(json: text())
        proof.knownRootHashes = hashes
        #expect(ProofDiagnosis(of: proof).verdict == .unreadableKey)
    }

    @Test("A request in the wire format is a captured proof too")
    func request() throws {
        let line = try #require(try SampleLines.of("article-tree").first)
        let request = try VerificationRequest(json: line)
        let proof = try CapturedProof(json: line)
        #expect(proof.knownRootHashes == request.knownRootHashes)
        #expect(proof.proof.publicKey == request.proof.publicKey)
        #expect(ProofDiagnosis(of: proof).policy == .standard)
    }

    @Test(
        "A captured proof that is not JSON by the strict rules is malformed",
        arguments: [
            #"{"challenge": "AQ=="}"#, #"{"challenge": "AQ==", "challenge": "AQ=="}"#, "", "[]",
            #"{"challenge": "A"}"#,
        ]
    )
    func malformed(text: String) {
        #expect(throws: MalformedJSONError.self) { try CapturedProof(json: text.utf8) }
    }

    @Test(
        "A captured proof with a negative or fractional index is malformed",
        arguments: ["-1", "2.0", "\"2\""]
    )
    func index(index: String) {
        #expect(throws: MalformedJSONError.self) { try CapturedProof(json: text(index: index)) }
    }
}

/// The lines of a sample file.
enum SampleLines {
    static func of(_ name: String) throws -> [Data] {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        let file = root.appending(path: "Snippets/Samples/\(name).jsonl")
        return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
    }
}
