import CollaborationCrypto
import CollaborationModels

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ParticipantRoster: Codable {
    private struct Participant: Codable {
        var rootHash: Data
        var account: AccountIdentifier?
    }

    /// Decodes what ``encode(to:)`` encodes.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for an identity that occurs twice; `MalformedRootHashError`.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.singleValueContainer()
        for participant in try container.decode([Participant].self) {
            let identity = try Person.Identity(rootHash: participant.rootHash)
            guard add(identity) else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "An identity comes twice."
                )
            }
            if let account = participant.account { _ = pair(identity, with: account, policy: .refuse) }
        }
    }

    /// Encodes an array with the root hash and the account, if any, of each participant, in the order of the
    /// hashes.
    public func encode(to encoder: any Encoder) throws {
        let participants = accounts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            digest,
            account in
            Participant(rootHash: Data(digest.rawRepresentation), account: account)
        }
        var container = encoder.singleValueContainer()
        try container.encode(participants)
    }
}
