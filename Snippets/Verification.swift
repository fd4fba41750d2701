// Verifies one signed identity proof, as a server does that stores everything else itself.
//
//     swift run Verification

import CollaborationCore
import Foundation

/// Returns the identity that a device proves, if it was invited; nil if it was not.
func identity(provenBy body: Data, signing challenge: Data, invited: [Data]) throws -> Person.Identity? {
    // The device sends its public key, the key's position in a tree, the hashes beside its path, and a
    // signature.
    let answer = try IdentityProofAnswer(json: body)
    guard answer.challenge == challenge else { return nil }
    let identity = try answer.proof.verifiedIdentity(signing: challenge)
    return invited.contains(identity.rootHash) ? identity : nil
}

let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")
let lines = try String(contentsOf: samples.appending(path: "article-tree.jsonl"), encoding: .utf8)
for line in lines.split(whereSeparator: \.isNewline) {
    let request = try VerificationRequest(json: line.utf8)
    let body = IdentityProofAnswer(challenge: request.challenge, proof: request.proof).json
    do {
        let invited = request.knownRootHashes
        let identity = try identity(provenBy: body, signing: request.challenge, invited: invited)
        print(identity.map { "granted: \($0)" } ?? "refused: unknownIdentity")
    } catch let error as IdentityProofError {
        print("refused: \(error)")
    }
}
