public import CollaborationModels

/// Where a server keeps who takes part in which collaboration.
///
/// For each collaboration a store holds its known identities, for each of these at most one account, and the
/// challenges that were used. An account has access to a collaboration while at least one of its identities
/// is paired with it there.
///
/// Each operation is one atomic step: concurrent calls, from any number of servers on the same database, have
/// the effects and the results of some order of them one after the other. No operation calls back, so that a
/// transaction begins and ends within it. In SQL, serializable transactions that are repeated when they
/// conflict are enough; in a key-value database, a document for each collaboration, of its
/// ``ParticipantRoster`` and its ``UsedChallenges``, that is replaced only if it has not changed since it was
/// read, and otherwise read again.
///
/// The names of accounts and of collaborations are compared byte by byte, as their types compare them:
/// neither case nor Unicode's normal forms nor a space at the end makes two names one. In SQL that takes a
/// binary collation, or columns of bytes.
///
/// An operation may be repeated with the same arguments when its outcome was lost. What the repetition may
/// see is said below for each.
///
/// An error that an operation throws reaches the caller of ``CollaborationAccess`` unchanged. It must leave
/// the operation either done or not done, but nothing between. It should not be a `DecodingError` or an
/// `IdentityProofError`: an endpoint would take a damaged document of the database for a fault of the client.
///
/// `CollaborationTesting` has the checks that every store must pass: `ParticipantStoreConformance`.
public protocol ParticipantStore: Sendable {
    /// Adds the added identities, then removes the removed ones with their pairings, all in one step.
    ///
    /// An added identity that is known keeps its account. A removed identity that is not known is skipped. A
    /// collaboration that is not known is one without identities.
    ///
    /// A repetition changes nothing more, unless another operation came between. It does not return again the
    /// accounts that the first attempt revoked, since they had no access any more.
    ///
    /// - Parameter update: The change.
    /// - Returns: The accounts that lost access by this call: those that had an identity among the removed
    /// ones and have none left.
    /// - Throws: What the database throws.
    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier>

    /// Uses up a challenge and pairs an identity with an account, all in one step.
    ///
    /// In this order:
    ///
    /// 1. If ``ChallengeUse/challengeIdentifier`` is recorded with another attempt, nothing happens:
    /// `challengeAlreadyUsed`. If it is not recorded, it is now, with its attempt, and stays so at least
    /// until ``ChallengeUse/forgettable``, whatever comes next. A challenge is for one collaboration, so
    /// that each may have a record of its own.
    /// 2. If the identity is not the collaboration's: `unknownIdentity`.
    /// 3. If it is another account's, and the policy is to refuse: `pairedWithAnotherAccount`.
    /// 4. The identity is the account's: `paired`, with the account that thereby lost its last identity, if
    /// there is one.
    ///
    /// A repetition finds its own attempt recorded and takes steps 2 to 4 again. It sees the same outcome,
    /// unless another operation came between, and does not name again the account that the first attempt
    /// revoked.
    ///
    /// - Parameter pairing: What is to be paired, and the challenge for it.
    /// - Returns: What came of it.
    /// - Throws: What the database throws.
    func pair(_ pairing: Pairing) async throws -> PairingOutcome

    /// The accounts that have access to a collaboration.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The accounts, none for a collaboration that is not known.
    /// - Throws: What the database throws.
    func accounts(in collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier>

    /// The identities of a collaboration that are paired with an account.
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

    /// Removes all identities of a collaboration with their pairings, in one step.
    ///
    /// Used challenges stay recorded. A repetition changes nothing more and returns no accounts.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The accounts that lost access by this call.
    /// - Throws: What the database throws.
    func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier>
}
