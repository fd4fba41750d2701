public import CollaborationCore

/// Everybody who has to do with a collaboration.
public struct People: Hashable, Sendable {
    /// The account that owns the collaboration.
    public let owner: AccountIdentifier

    /// The accounts that hold identities, each with those that it holds; the owner too, if the owner has proven one.
    public let participants: [AccountIdentifier: Set<Person.Identity>]

    /// The accounts that have access without a proof; one may be a participant too.
    public let guests: Set<AccountIdentifier>

    /// The accounts that were removed and not readmitted.
    public let removedAccounts: Set<AccountIdentifier>

    /// The accounts for which something else is selected than for everybody, with or without access.
    public let selections: [AccountIdentifier: Set<OptionIdentifier>]

    /// The identities that can be proven: nobody has done so yet, or who did has left.
    public let unprovenIdentities: Set<Person.Identity>

    /// The number of identities that were removed for good.
    public let removedIdentityCount: Int

    /// The number of challenges whose use is still recorded.
    public let usedChallengeCount: Int
}
