public import CollaborationModels

/// Stores who takes part in which collaboration, and which challenges were used.
///
/// For each collaboration a store holds its known identities, for each of these at most one account, and the
/// challenges that were used. An account has access to a collaboration while at least one identity of that
/// collaboration is paired with it.
///
/// Each operation is atomic and serializable: concurrent calls, from any number of servers on the same
/// database, have the effects and the results of some order of them one after the other. No operation calls
/// back, so that a transaction begins and ends within it. In SQL, use serializable transactions and repeat
/// them when they conflict. In a key-value database, keep one document for each collaboration with its
/// ``ParticipantRoster`` and its ``UsedChallenges``; replace it only if it has not changed since it was read,
/// and read it again otherwise.
///
/// The names of accounts and of collaborations are compared byte by byte, as their types compare them: names
/// that differ in case, in Unicode normal form or in a space at the end are different names. In SQL that
/// takes a binary collation, or columns of bytes.
///
/// A caller that did not learn the outcome of an operation may retry it with the same arguments. Each
/// operation below says what the repetition returns.
///
/// An error that an operation throws reaches the caller of ``CollaborationAccess`` unchanged. The operation
/// must then be done or not done, never half done. Do not throw a `DecodingError` or an `IdentityProofError`:
/// an endpoint would take a damaged document of the database for a fault of the client.
///
/// `CollaborationTesting` has the checks that every store must pass: `ParticipantStoreConformance`.
public protocol ParticipantStore: Sendable {
    /// Adds the added identities, then removes the removed ones with their pairings.
    ///
    /// An added identity that is known keeps its account. A removed identity that is not known is skipped. A
    /// collaboration that is not known has no identities.
    ///
    /// A repetition changes nothing more, unless another operation came between. It does not return the
    /// accounts again that the first attempt revoked, since they had no access any more.
    ///
    /// - Parameter update: The change.
    /// - Returns: The accounts that lost access by this call: those that had an identity among the removed
    ///   ones and have none left.
    /// - Throws: What the database throws. A store may limit the number of identities: the one in memory
    ///   throws ``ParticipantLimitError/collaborationTooLarge(maximum:)``.
    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier>

    /// Records the use of a challenge, refuses a replay, and pairs an identity with an account.
    ///
    /// In this order:
    ///
    /// 1. If ``ChallengeUse/challengeIdentifier`` is recorded with another attempt, this is a replay: return
    ///    `challengeAlreadyUsed` and change nothing. If it is not recorded, record it with its attempt,
    ///    whatever comes next, and keep it at least until ``ChallengeUse/expiration``. A challenge is for one
    ///    collaboration, so that each collaboration may have a record of its own.
    /// 2. If the collaboration does not know the identity, return `unknownIdentity`.
    /// 3. If it is paired with another account and the policy is to refuse, return
    ///    `pairedWithAnotherAccount`.
    /// 4. Pair it with the account. Return `paired`, with the account that thereby lost its last identity, if
    ///    there is one.
    ///
    /// A repetition finds its own attempt recorded and takes steps 2 to 4 again. It returns the same outcome,
    /// unless another operation came between, but does not name the revoked account again.
    ///
    /// - Parameter pairing: The identity, the account and the use of the challenge.
    /// - Returns: The outcome.
    /// - Throws: What the database throws.
    func pair(_ pairing: Pairing) async throws -> PairingOutcome

    /// Returns the accounts that have access to a collaboration.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The accounts, none for a collaboration that is not known.
    /// - Throws: What the database throws.
    func accounts(in collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier>

    /// Returns the identities of a collaboration that are paired with an account.
    ///
    /// A server calls this at every request of a participant.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - collaboration: The collaboration.
    /// - Returns: The identities, none for an account without access.
    /// - Throws: What the database throws.
    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity>

    /// Removes all identities of a collaboration with their pairings.
    ///
    /// Used challenges stay recorded. A repetition changes nothing more and returns no accounts.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The accounts that lost access by this call.
    /// - Throws: What the database throws.
    func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier>
}
