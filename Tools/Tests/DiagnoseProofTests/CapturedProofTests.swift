import CollaborationCore
import Foundation
import Testing

@testable import DiagnoseProof

@Suite("Captured proofs")
struct CapturedProofTests {
    private static func text(index: String = "2", hashes: String = "[]", rest: String = "") -> Data {
        Data(
            #"""
            {"challenge": "AQ==", "proof": {"publicKey": "AgM=", "publicKeyIndex": \#(index),
            "inclusionHashes": \#(hashes), "signatureData": ""}\#(rest)}
            """#.utf8
        )
    }

    @Test("A captured proof is read with keys, hashes and signatures of any length")
    func lenient() throws {
        let text = Self.text(index: "18446744073709551615", hashes: #"["", "AA=="]"#)
        let proof = try CapturedProof(json: text)
        #expect(proof.challenge == Data([1]))
        #expect(proof.proof.publicKey == Data([2, 3]))
        #expect(proof.proof.publicKeyIndex == .max)
        #expect(proof.proof.inclusionHashes == [Data(), Data([0])])
        #expect(proof.proof.signatureData.isEmpty)
    }

    @Test("The known root hashes of a captured proof may be absent")
    func rootHashes() throws {
        #expect(try CapturedProof(json: Self.text()).knownRootHashes == nil)
        let proof = try CapturedProof(json: Self.text(rest: #", "knownRootHashes": ["BA=="]"#))
        #expect(proof.knownRootHashes == [Data([4])])
    }

    @Test("Root hashes that begin alike are diagnosed in time linear in their number", .timeLimit(.minutes(10)))
    func alikeRootHashes() throws {
        let hashes = (0..<100_000).map { Data(repeating: 7, count: 80) + Data("\($0)".utf8) }
        var proof = try CapturedProof(json: Self.text())
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
        "A captured proof is malformed if it is not strict JSON, or its index is negative or a fraction",
        arguments: [
            #"{"challenge": "AQ=="}"#, #"{"challenge": "AQ==", "challenge": "AQ=="}"#, "", "[]",
            #"{"challenge": "A"}"#,
        ].map { Data($0.utf8) } + ["-1", "2.0", "\"2\""].map { text(index: $0) }
    ) func malformed(json: Data) {
        #expect(throws: CapturedProof.Malformed.self) { try CapturedProof(json: json) }
    }
}

enum SampleLines {
    static func of(_ name: String) throws -> [Data] {
        let samples = URL(filePath: "../../../Snippets/Samples/", relativeTo: URL(filePath: #filePath))
        let file = samples.appending(path: "\(name).jsonl")
        return try Data(contentsOf: file).split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    }
}
