import CollaborationCrypto
public import CollaborationModels

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A challenge that passed every check but that of its first use.
///
/// Only a ``ChallengeAuthority`` makes one, so that holding a value is evidence that the checks were made.
public struct ValidChallenge: Hashable, Sendable {
    /// The bytes that the device signs.
    public let message: Data

    /// The collaboration that the challenge is for.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The account that the challenge is for.
    public let account: AccountIdentifier

    /// What tells the challenge from all others: its authentication code, or the hash of a device's nonce.
    let digest: SHA256Digest

    /// When the checks were made.
    let validated: Date

    /// When no server takes the challenge for valid any more, so that its use may be forgotten.
    let forgettable: Date

    /// The use of this challenge that a store is to record, a new attempt each time.
    public func use() -> ChallengeUse {
        ChallengeUse(digest: digest, date: validated, forgettable: forgettable)
    }
}
