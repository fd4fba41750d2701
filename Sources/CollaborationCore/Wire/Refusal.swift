/// The reason why a request is refused, for the server's log and its tests.
///
/// A client gets the same answer for every reason, so that it learns neither whether the collaboration exists nor
/// which check failed. Later versions may add reasons.
public enum Refusal: Hashable, Sendable {
    /// Nobody has started the collaboration, or it has ended.
    case notStarted

    /// The collaboration was started by another account.
    case notOwner

    /// The account has no access to the collaboration, or there is none.
    case noAccess

    /// The account may not change participants.
    case mayNotChangeParticipants

    /// The update names another collaboration than the one that it is applied to.
    case updateForAnotherCollaboration

    /// The owner cannot leave or be removed: the collaboration can be ended.
    case ownerCannotLeave

    /// The bytes do not have the form of a challenge.
    case malformedChallenge

    /// The client sent a nonce of the device in place of a challenge, and the server does not accept these.
    case deviceNonceNotAccepted

    /// The challenge was not issued under any of the keys for this store, or it was changed.
    ///
    /// An honest client sees it after a restart of a server whose store is in memory.
    case forgedChallenge

    /// The challenge was issued for another collaboration.
    case challengeForAnotherCollaboration

    /// The challenge was issued for another account.
    case challengeForAnotherAccount

    /// The challenge expires later, or the device's nonce is dated further ahead, than tolerated clocks explain.
    case challengeFromTheFuture

    /// The challenge has expired.
    case expiredChallenge

    /// The proof breaks a rule.
    case invalidProof(IdentityProofError)

    /// A replay: the challenge was used before.
    case challengeAlreadyUsed

    /// The proven identity is not among the identities of the collaboration.
    case unknownIdentity

    /// The proven identity is paired with another account.
    case identityOfAnotherAccount
}
