import CollaborationModels
import CollaborationTesting
import Foundation

/// A request as plain data, which need keep no rule.
struct Request: Encodable {
    struct Proof: Encodable {
        var publicKey: Data
        var publicKeyIndex: Int
        var inclusionHashes: [Data]
        var signatureData: Data
    }

    var collaborationIdentifier: String
    var challenge: Data
    var proof: Proof
    var knownRootHashes: [Data]

    /// A request that is granted.
    init(by person: SimulatedPerson, in collaboration: CollaborationIdentifier) throws {
        let identity = try person.identity(in: collaboration)
        collaborationIdentifier = collaboration.rawValue
        challenge = Data("a challenge for \(person.handle)".utf8)
        let signed = try person.devices[0].signedProof(signing: challenge, for: identity)
        proof = Proof(
            publicKey: signed.publicKey,
            publicKeyIndex: signed.publicKeyIndex,
            inclusionHashes: signed.inclusionHashes,
            signatureData: signed.signatureData
        )
        knownRootHashes = [Data(repeating: 0, count: 32), identity.identity.rootHash]
    }

    /// What is answered when nothing is changed.
    var grant: String {
        "granted " + knownRootHashes[1].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
