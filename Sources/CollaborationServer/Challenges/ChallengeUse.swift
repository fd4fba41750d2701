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
    /// A store that repeats an operation whose outcome it did not learn finds its own attempt, and goes on; a
    /// replay comes as another attempt.
    public let attempt: Int64

    /// When the challenge was used, by the clock of the server.
    public let date: Date

    /// From when on the record of this use is not needed, by the clock of any server.
    public let forgettable: Date

    init(digest: SHA256Digest, attempt: Int64 = newAttempt(), date: Date, forgettable: Date) {
        self.digest = digest
        self.attempt = attempt
        self.date = date
        self.forgettable = forgettable
    }

    /// Makes the record of a use, for a test of a store.
    ///
    /// - Parameters:
    ///   - challenge: The bytes of the challenge.
    ///   - attempt: A number that tells this use from any other of the same challenge.
    ///   - date: When the challenge is used.
    ///   - forgettable: From when on the record of this use is not needed.
    public init(of challenge: Data, attempt: Int64 = newAttempt(), date: Date, forgettable: Date) {
        self.init(
            digest: SHA256.hash(data: challenge),
            attempt: attempt,
            date: date,
            forgettable: forgettable
        )
    }

    /// A random number for one more attempt.
    ///
    /// - Returns: Any number.
    public static func newAttempt() -> Int64 {
        Int64.random(in: Int64.min...Int64.max)
    }

    /// What must not come a second time in the collaboration, 32 bytes: no two challenges have it in common.
    public var challengeIdentifier: Data { Data(digest.rawRepresentation) }
}
