public import CollaborationModels

/// A proven identity to be paired with an account, and the challenge that the proof used.
public struct Pairing: Hashable, Sendable {
    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The identity that was proven.
    public let identity: Person.Identity

    /// The account that asks.
    public let account: AccountIdentifier

    /// The use of the challenge, to be recorded if the identity is paired.
    public let challengeUse: ChallengeUse

    /// What happens if the identity is paired with another account.
    public let policy: PairingPolicy

    package init(
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

/// What happens to an identity that is paired with an account when a second account proves it.
public enum PairingPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The second account is refused. A person with two accounts has access with the first one only.
    case refuse

    /// The second account takes the identity over, and the first one loses it.
    case replace
}

/// The outcome of a pairing.
public enum PairingOutcome: Hashable, Sendable {
    /// The identity is paired with the account.
    ///
    /// If an account is revoked, it lost its last identity to the account of this pairing.
    case paired(revoked: AccountIdentifier?)

    /// A replay: another attempt has used the challenge. Nothing has changed.
    case challengeAlreadyUsed

    /// The collaboration does not know the identity. Nothing has changed.
    case unknownIdentity

    /// The identity is paired with another account. Nothing has changed.
    case pairedWithAnotherAccount
}
