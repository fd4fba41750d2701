import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The use of a challenge, as a store records it.
public struct ChallengeUse: Hashable, Sendable {
    let digest: SHA256Digest

    /// Tells this use from any other of the same challenge.
    ///
    /// A store that repeats an operation whose outcome it did not learn finds its own attempt, and goes on; a replay comes
    /// as another attempt.
    public let attempt: UUID

    /// When the challenge was used, by the clock of the server.
    public let date: Date

    /// From when on the record of this use is not needed, by the clock of any server.
    public let forgettable: Date

    /// Makes the record of a use; an access layer does, and a test of a store.
    ///
    /// - Parameters:
    ///   - challenge: The bytes of the challenge.
    ///   - attempt: A value that tells this use from any other of the same challenge.
    ///   - date: When the challenge is used.
    ///   - forgettable: From when on the record of this use is not needed.
    public init(of challenge: Data, attempt: UUID = UUID(), date: Date, forgettable: Date) {
        digest = SHA256.hash(data: challenge)
        self.attempt = attempt
        self.date = date
        self.forgettable = forgettable
    }

    /// The SHA-256 of the challenge, 32 bytes: what must not come a second time.
    public var challengeHash: Data { Data(digest.rawRepresentation) }
}
