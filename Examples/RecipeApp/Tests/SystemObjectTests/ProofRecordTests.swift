import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import SharedWithYouBridge

@Suite("Recorded proofs")
struct ProofRecordTests {
    private let samples = Samples()

    @Test("A record is one line that reads as a request and verifies, with a neutral text as identifier")
    func request() throws {
        let challenge = Data(0..<32)
        let proof = try samples.bob.devices[0].signedProof(signing: challenge, for: samples.invitation)
        let roots = [samples.invitation.identity.rootHash]

        let record = try ProofRecord(Device.Proof(proof).system, challenge: challenge, knownRootHashes: roots)

        #expect(!record.line.contains(UInt8(ascii: "\n")))
        let request = try VerificationRequest(json: record.line)
        #expect(
            request
                == VerificationRequest(
                    collaborationIdentifier: "withheld",
                    challenge: challenge,
                    proof: proof,
                    knownRootHashes: roots
                )
        )
        #expect(try request.verifiedIdentity() == samples.invitation.identity)
    }

    /// A proof whose index is the greatest that Apple's can have, which Swift imports as -1.
    private let unruly = Device.Proof(
        publicKey: Data([0xFF, 0xFF, 0xFF]),
        publicKeyIndex: -1,
        inclusionHashes: [Data(), Data([1])],
        signatureData: Data([2])
    )

    @Test("A record has the members of a request and no others, and slashes are not escaped")
    func members() throws {
        let record = try ProofRecord(unruly.system, challenge: Data(), knownRootHashes: [Data([3])])
        #expect(
            String(decoding: record.line, as: UTF8.self) == """
                {"challenge":"","collaborationIdentifier":"withheld","knownRootHashes":["Aw=="],\
                "proof":{"inclusionHashes":["","AQ=="],"publicKey":"////","publicKeyIndex":18446744073709551615,\
                "signatureData":"Ag=="}}
                """
        )
    }

    @Test("Recording a proof appends a line, and signs other random bytes each time")
    func file() async throws {
        let center = SystemHighlightCenter(DeviceCenter(samples.device))
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let roots = [samples.invitation.identity.rootHash]
        for _ in 0..<2 {
            try await center.recordProof(for: samples.highlight, appendingTo: file, knownRootHashes: roots)
        }

        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasSuffix("\n"))
        let requests = try text.split(separator: "\n").map { try VerificationRequest(json: Data($0.utf8)) }
        #expect(requests.count == 2)
        #expect(Set(requests.map(\.challenge)).count == 2)
        for request in requests {
            #expect(request.challenge.count == 32)
            #expect(try request.verifiedIdentity() == samples.invitation.identity)
        }
    }
}
