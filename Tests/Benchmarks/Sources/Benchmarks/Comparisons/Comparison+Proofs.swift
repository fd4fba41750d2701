import CollaborationCore
import Crypto
import Foundation
import ProofOracle

extension Comparison {
    /// Whole identity proofs, from their parts and from lines of JSON.
    static let proofs = [
        identityProof(depth: 5),
        Comparison("JSON line to verdict") {
            let lines = try ReceivedProof.several().map { (line: try $0.line, root: $0.rootHash) }
            return (
                ours: try Work(over: lines) {
                    try VerificationRequest(json: $0.line).verifiedIdentity()
                } isRight: {
                    $1.rootHash == $0.root
                },
                theirs: try Work(over: lines) {
                    try CryptoParts.root(provenBy: $0.line)
                } isRight: {
                    $1 == $0.root
                }
            )
        },
    ]

    /// Roots and identity proofs at several depths.
    static let depths = [0, 1, 5, 10, 20, 32].map(root) + [0, 1, 5, 10, 20, 32].map(identityProof)

    /// The verification of a signed identity proof, from its parts to the identity.
    private static func identityProof(depth: Int) -> Comparison {
        Comparison("signed identity proof at depth \(depth)") {
            let proofs = try ReceivedProof.several(depth: depth)
            return (
                ours: try Work(over: proofs) {
                    try $0.request.proof.signedIdentityProof.verifiedIdentity(signing: $0.request.challenge)
                } isRight: {
                    // Both verifiers must agree, as on a server that asks both.
                    let identity = try? $0.request.proof.signedIdentityProof.verifiedIdentity(
                        signing: $0.request.challenge,
                        verifier: .both(.standard, .crypto)
                    )
                    return $1.rootHash == $0.rootHash && identity == $1
                },
                theirs: try Work(over: proofs) {
                    try CryptoParts.root(provenBy: $0.request)
                } isRight: {
                    $1 == $0.rootHash
                }
            )
        }
    }
}
