import CollaborationModels
import Testing

@testable import CollaborationTesting

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
