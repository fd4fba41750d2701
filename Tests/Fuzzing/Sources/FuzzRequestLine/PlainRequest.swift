import Foundation
import Fuzzing

/// What a request holds, without the rules of the scheme.
struct PlainRequest: Decodable {
    struct Proof: Decodable {
        let publicKey: Data
        let publicKeyIndex: Int
        let inclusionHashes: [Data]
        let signatureData: Data
    }

    let collaborationIdentifier: String
    let challenge: Data
    let proof: Proof
    let knownRootHashes: [Data]

    var secondOpinion: SecondOpinion {
        SecondOpinion(
            publicKey: proof.publicKey,
            publicKeyIndex: proof.publicKeyIndex,
            inclusionHashes: proof.inclusionHashes,
            signatureData: proof.signatureData,
            challenge: challenge
        )
    }
}
