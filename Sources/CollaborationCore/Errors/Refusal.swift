/// The reason why a request is refused, for the server's log and its tests.
///
/// A client gets the same answer for every reason, so that it learns neither whether the collaboration exists nor
/// which check failed. Later versions may add reasons.
public enum Refusal: Hashable, Sendable {
    /// The server has forgotten the collaboration, so that nothing is ever shared under its name again.
    case nameUsedUp

    /// Nobody has started the collaboration, or it has ended.
    case notStarted

    /// Another account owns the collaboration.
    case notOwner

    /// The account has no access to the collaboration.
    case noAccess

    /// The account has access, and may not do this.
    case mayNotAct(Act)

    /// The account was removed for good. Where a proof was refused, somebody who was removed has tried to come back.
    case accountRemoved

    /// The account is the owner, who cannot leave, be removed, or get a selection of their own.
    case isOwner

    /// The bytes do not have the form of a challenge.
    case malformedChallenge

    /// The challenge was not issued under any of the keys for this store, or it was changed.
    ///
    /// An honest client sees it after a restart of a server whose store is in memory.
    case forgedChallenge

    /// The challenge was issued for another collaboration.
    case challengeForAnotherCollaboration

    /// The challenge was issued for another account.
    case challengeForAnotherAccount

    /// The challenge expires later than tolerated clocks explain.
    case challengeFromTheFuture

    /// The challenge has expired.
    case expiredChallenge

    /// The proof breaks a rule.
    case invalidProof(IdentityProofError)

    /// A replay: the challenge was used before.
    case challengeAlreadyUsed

    /// The collaboration has never known the proven identity.
    case unknownIdentity

    /// The proven identity was removed. A proof that is late is no attack.
    case removedIdentity

    /// The proven identity is paired with another account, or was paired with eight others.
    case identityOfAnotherAccount
}
