// Verifies one signed identity proof, as a server does.
//
//     swift run Verification

import CollaborationCore
import Foundation

/// Returns the identity that a device proves, if it was invited.
func identity(provenBy body: Data, signing challenge: Data, invited: [Data]) throws -> Person.Identity {
    // The device sends its public key, the key's position in a tree, the hashes beside its path, and a
    // signature.
    let proof = try Person.SignedIdentityProof(json: body)
    let identity = try proof.verifiedIdentity(signing: challenge)
    guard invited.contains(identity.rootHash) else { throw IdentityProofError.unknownIdentity }
    return identity
}

let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")
let lines = try String(contentsOf: samples.appending(path: "article-tree.jsonl"), encoding: .utf8).split(
    separator: "\n"
)
for line in lines {
    let request = try VerificationRequest(json: line.utf8)
    let body = try JSONEncoder().encode(request.proof)
    do {
        print(try identity(provenBy: body, signing: request.challenge, invited: request.knownRootHashes))
    } catch let error as IdentityProofError {
        print("refused: \(error.rawValue)")
    }
}
