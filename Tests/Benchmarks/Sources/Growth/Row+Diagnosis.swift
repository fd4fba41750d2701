import CollaborationModels
import CollaborationProofs
import CollaborationTesting
import Foundation

extension Row {
    /// Proofs that were captured on a device.
    static var diagnosis: [Row] {
        [
            Row("`ProofDiagnosis`: n known root hashes, alike for 80 bytes", size: 500) { n in
                let bob = SimulatedPerson("Bob")
                let challenge = Data("challenge".utf8)
                let signed = try bob.devices[0].signedProof(signing: challenge, for: bob.identity(in: "doc"))
                let proof = signed.personIdentityProof
                let captured = CapturedProof(
                    challenge: challenge,
                    proof: CapturedProof.Parts(
                        publicKey: proof.publicKey,
                        publicKeyIndex: UInt64(proof.publicKeyIndex),
                        inclusionHashes: proof.inclusionHashes,
                        signatureData: signed.signatureData
                    ),
                    knownRootHashes: (0..<n).map { Data(repeating: 7, count: 80) + Data("\($0)".utf8) }
                )
                return { expect(ProofDiagnosis(of: captured).verdict == .unknownRoot, "no root is known") }
            }
        ]
    }
}
