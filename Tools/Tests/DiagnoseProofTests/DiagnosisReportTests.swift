import CollaborationCore
import Testing

@testable import DiagnoseProof

@Suite("Report of a proof diagnosis")
struct DiagnosisReportTests {
    @Test("The columns of a diagnosis are aligned, and no line ends with a space")
    func columns() throws {
        let table = ProofDiagnosis(of: try DepartingDevice().capturedProof()).table
        let lines = table.split(separator: "\n").map(Array.init)
        #expect(lines.count > 2)
        #expect(lines.allSatisfy { $0.last != " " })
        let header = try #require(lines.first)
        let column = try #require(header.indices.first { header[$0...].starts(with: Array("expected")) })
        #expect(lines.allSatisfy { $0[column] != " " && $0[column - 1] == " " })
    }

    @Test("The table of an expected proof says of the order of hashes that it is from leaf to root, as expected")
    func orderOfHashes() throws {
        let table = ProofDiagnosis(of: try DepartingDevice().capturedProof()).table
        let line = try #require(table.split(separator: "\n").first { $0.hasPrefix("order of hashes") })
        let cells = line.split(separator: "  ").map { $0.drop { $0 == " " } }
        #expect(cells == ["order of hashes", "leaf to root", "leaf to root", "as expected"])
    }

    @Test("The report of a proof without a known root hash says which one an expected tree has")
    func computedRoot() throws {
        var proof = try DepartingDevice().capturedProof()
        let root = try #require(proof.knownRootHashes?.last)
        proof.knownRootHashes = nil
        let hexadecimal = root.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let sentence = "the root hash is\n\n    \(hexadecimal)\n\nand this policy accepts the proof:"
        #expect(ProofDiagnosis(of: proof).description.contains(sentence))
    }

    @Test("The report of a diagnosis quotes a policy with exactly the settings that are not standard")
    func policy() throws {
        var device = DepartingDevice()
        device.signature.encoding = .raw
        let raw = ProofDiagnosis(of: try device.capturedProof()).description
        #expect(raw.contains("\n    IdentityProofPolicy(signatureEncoding: .raw)\n"))
        device = DepartingDevice()
        (device.keyForm, device.tree.leafForm) = (.compressed, .compressed)
        let compressed = ProofDiagnosis(of: try device.capturedProof()).description
        #expect(compressed.contains("\n    IdentityProofPolicy(keyEncoding: .compressed)\n"))
    }
}
