import CollaborationCore
import CollaborationTesting
import Foundation

extension String {
    /// A valid request: a proof by a person's second device, whose identity is among the known ones.
    static var goodLine: String {
        do {
            let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
            let identity = try bob.identity(in: "doc-42")
            let challenge = Data("a challenge".utf8)
            let request = VerificationRequest(
                collaborationIdentifier: "doc-42",
                challenge: challenge,
                proof: try bob.devices[1].signedProof(signing: challenge, for: identity),
                knownRootHashes: [Data(repeating: 1, count: 32), identity.identity.rootHash]
            )
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
            return String(decoding: try encoder.encode(request), as: UTF8.self)
        } catch {
            fatalError("No request could be made: \(error)")
        }
    }
}
