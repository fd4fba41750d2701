package import CollaborationCrypto
public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A challenge that passed all checks except the one against replays.
///
/// Only a ``ChallengeAuthority`` makes one, so that a value is evidence that the checks were made.
public struct ValidChallenge: Hashable, Sendable {
    /// The bytes that the device signs.
    public let message: Data

    /// The collaboration that the challenge is for.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The account that the challenge is for.
    public let account: AccountIdentifier

    /// The challenge's authentication code, or the hash of a device's nonce: unique to each.
    let digest: SHA256Digest

    /// When the checks were made.
    let validated: Date

    /// No server accepts the challenge after this date.
    let expiration: Date

    /// Returns a use of this challenge for a store to record, as a new attempt.
    public func use() -> ChallengeUse {
        ChallengeUse(digest: digest, date: validated, expiration: expiration)
    }
}

/// One use of a challenge, as a store records it to refuse replays.
public struct ChallengeUse: Hashable, Sendable {
    package let digest: SHA256Digest

    /// The idempotency key: a retry of the same use keeps it, a replay of the challenge has another.
    public let attempt: Int64

    /// When the challenge was used, by the clock of the server.
    public let date: Date

    /// The record of this use may be deleted after this date: no server accepts the challenge from then on.
    ///
    /// It is when the challenge expires, plus the tolerated difference between clocks.
    public let expiration: Date

    package init(digest: SHA256Digest, attempt: Int64 = newAttempt(), date: Date, expiration: Date) {
        self.digest = digest
        self.attempt = attempt
        self.date = date
        self.expiration = expiration
    }

    package static func newAttempt() -> Int64 {
        Int64.random(in: Int64.min...Int64.max)
    }

    /// Identifies the challenge, 32 bytes.
    ///
    /// A use with the same identifier and another attempt is a replay.
    public var challengeIdentifier: Data { Data(digest.rawRepresentation) }
}
