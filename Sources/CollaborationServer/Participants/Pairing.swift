public import CollaborationModels

/// A proven identity that is to be paired with an account, in exchange for a challenge.
public struct Pairing: Hashable, Sendable {
    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The identity that the proof has shown.
    public let identity: Person.Identity

    /// The account that asks.
    public let account: AccountIdentifier

    /// The challenge that is used up by the attempt, whatever comes of it.
    public let challengeUse: ChallengeUse

    /// What becomes of an identity that is another account's.
    public let policy: PairingPolicy

    /// Makes a pairing; an access layer does once the proof is verified, and a test of a store.
    ///
    /// - Parameters:
    ///   - collaborationIdentifier: The collaboration.
    ///   - identity: The identity that the proof has shown.
    ///   - account: The account that asks.
    ///   - challengeUse: The challenge that is used up.
    ///   - policy: What becomes of an identity that is another account's.
    public init(
        collaborationIdentifier: CollaborationIdentifier,
        identity: Person.Identity,
        account: AccountIdentifier,
        challengeUse: ChallengeUse,
        policy: PairingPolicy
    ) {
        self.collaborationIdentifier = collaborationIdentifier
        self.identity = identity
        self.account = account
        self.challengeUse = challengeUse
        self.policy = policy
    }
}

/// What becomes of an identity that is paired with an account when a second account proves it.
public enum PairingPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The second account is refused. A person who uses two accounts is let in with the first.
    case refuse

    /// The second account takes the identity over, and the first loses it.
    case replace
}

/// What came of a pairing.
public enum PairingOutcome: Hashable, Sendable {
    /// The identity is the account's.
    ///
    /// The revoked account is the one that lost its last identity to this one.
    case paired(revoked: AccountIdentifier?)

    /// The challenge was used before, by another attempt; nothing has changed.
    case challengeAlreadyUsed

    /// The identity is none of the collaboration's; but for the challenge's use nothing has changed.
    case unknownIdentity

    /// The identity is another account's; but for the challenge's use nothing has changed.
    case pairedWithAnotherAccount
}
