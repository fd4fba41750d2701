public import CollaborationModels

/// Stores who takes part in which collaboration, and which challenges were used.
///
/// **Keep names in columns of bytes.** Store the names of accounts and of collaborations as UTF-8 and compare them
/// byte by byte, as their types do. A column of text may take two names for the same, and then admits a stranger:
/// names that differ in case, in Unicode normal form, in white space at the end, in a zero-width character, in a
/// character of four bytes, or after a NUL or the 255th byte. Root hashes and identifiers of challenges are 32
/// bytes, attempts are signed integers of 64 bits, and expirations have milliseconds.
///
/// For each collaboration a store holds its known identities, for each of these at most one account, the
/// identities that were removed, and the challenges that were used. An account has access to a collaboration
/// while at least one identity of that collaboration is paired with it.
///
/// **Each operation is atomic and serializable.** Concurrent calls, from any number of servers on the same
/// database, have the effects and the results of some order of them one after the other. No operation calls
/// back, so that a transaction begins and ends within it. Each one touches one collaboration, so that a database
/// can be sharded by collaboration. Only ``collaborations(of:)`` needs an index by account.
///
/// **A removal is final.** A store remembers the identities that were removed from a collaboration, also those
/// that it never knew, and skips their addition. The system derives an identity from a new random salt and new
/// random keys each time, so that nobody is invited again under a removed identity. Therefore updates have the
/// same effect in any order and however often they are applied: an addition that is retried late, or that arrives
/// after the removal, admits nobody.
///
/// **Each operation can be repeated.** A caller that did not learn the outcome may retry the operation with the
/// same arguments. Each operation below says what the repetition returns.
///
/// An error that an operation throws reaches the caller of ``CollaborationAccess`` unchanged. The operation
/// must then be done or not done, never half done. Do not throw a `DecodingError` or an `IdentityProofError`:
/// an endpoint would take a damaged document of the database for a fault of the client.
///
/// In SQL, use serializable transactions and repeat them when they conflict. In a document database, keep a
/// ``ParticipantRoster`` and a ``UsedChallenges`` for each collaboration as two documents, so that a participant
/// who proves an identity again does not delay an update. Change both in one transaction that fails if either was
/// changed since it was read, and then start again. A database that cannot do this keeps both in one document.
///
/// `CollaborationTesting` has the checks that every store must pass. Run `ParticipantStoreConformance.check(nodes:)`
/// with two values of the store on one database, since a cache or a lock in the memory of a server is right only
/// while there is one server.
public protocol ParticipantStore: Sendable {
    /// Identifies the data of this store: made with the data, and read when the store is opened.
    ///
    /// A challenge is valid only for the store that it was issued for.
    var identifier: StoreIdentifier { get }

    /// Adds the added identities, then removes the removed ones for good, with their pairings.
    ///
    /// An added identity that is known keeps its account. One that was removed before is skipped. A removed
    /// identity that is not known is remembered as removed. A collaboration that is not known has no identities.
    ///
    /// A repetition changes nothing more. It does not return the accounts again that the first attempt revoked,
    /// since they had no access any more.
    ///
    /// - Parameter update: The change.
    /// - Returns: The accounts that lost access by this call: those that had an identity among the removed
    ///   ones and have none left.
    /// - Throws: What the database throws. A store may limit the number of identities: the one in memory
    ///   throws ``ParticipantLimitError/collaborationTooLarge(maximum:)``. An update that only removes identities
    ///   must never be refused.
    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier>

    /// Refuses a replay, pairs an identity with an account, and records the use of the challenge.
    ///
    /// In this order:
    ///
    /// 1. If ``ChallengeUse/challengeIdentifier`` is recorded with another attempt, this is a replay. It is one
    ///    also if the identifier is not recorded, but a use that expired no earlier was evicted before: the clock
    ///    was ahead, or this call is late, and the record may have been evicted. Return `challengeAlreadyUsed`.
    /// 2. If the collaboration does not know the identity, return `unknownIdentity`.
    /// 3. If it is paired with another account and the policy is to refuse, return
    ///    `pairedWithAnotherAccount`.
    /// 4. Pair it with the account, and record the use with its attempt. Keep the record at least until
    ///    ``ChallengeUse/expiration``. Return `paired`, with the account that thereby lost its last identity, if
    ///    there is one.
    ///
    /// Steps 1 to 3 write nothing, so that a stranger leaves no trace. A challenge is for one collaboration, so
    /// that each collaboration may have a record of its own. For step 1 a store keeps the latest expiration that
    /// it has evicted, for example in a table of one row that the eviction job updates. A store whose database
    /// evicts by a time to live refuses each use that has expired by the clock of the database.
    ///
    /// A repetition finds its own attempt recorded and takes steps 2 to 4 again. It returns the same outcome,
    /// unless another operation came between, but does not name the revoked account again. A repetition after
    /// the expiration may return `challengeAlreadyUsed`.
    ///
    /// - Parameter pairing: The identity, the account and the use of the challenge.
    /// - Returns: The outcome.
    /// - Throws: What the database throws.
    func pair(_ pairing: Pairing) async throws -> PairingOutcome

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

    /// Returns the known identities of a collaboration, each with its account.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The participants, without the removed ones; none for a collaboration that is not known.
    /// - Throws: What the database throws.
    func participants(in collaboration: CollaborationIdentifier) async throws -> Set<Participant>

    /// Returns the collaborations that an account has access to.
    ///
    /// This is the one operation on several collaborations. It need not show all of them at one moment: a
    /// collaboration where the account gains or loses access during the call may be among the result or not.
    ///
    /// - Parameter account: The account.
    /// - Returns: The collaborations.
    /// - Throws: What the database throws.
    func collaborations(of account: AccountIdentifier) async throws -> Set<CollaborationIdentifier>

    /// Takes all identities of a collaboration from an account, and keeps them or removes them for good.
    ///
    /// A repetition changes nothing more and returns no identities, unless the account was paired in between.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - collaboration: The collaboration.
    ///   - keepingIdentities: Whether the identities stay known, with no account, so that they can be proven
    ///     again. Otherwise they are removed for good.
    /// - Returns: The identities that the account had, none if it had no access.
    /// - Throws: What the database throws.
    func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async throws -> Set<Person.Identity>

    /// Removes those of some identities that are not paired with an account, for good.
    ///
    /// Identities that are not known are skipped, and not remembered as removed. A repetition changes nothing
    /// more and returns no identities, unless another operation came between.
    ///
    /// - Parameters:
    ///   - identities: The identities.
    ///   - collaboration: The collaboration.
    /// - Returns: The identities that were removed by this call.
    /// - Throws: What the database throws.
    func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity>

    /// Removes all identities of a collaboration for good, with their pairings.
    ///
    /// Used challenges stay recorded. A repetition changes nothing more and returns no accounts.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The accounts that lost access by this call.
    /// - Throws: What the database throws.
    func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier>

    /// Deletes all that is stored about a collaboration, also which identities were removed.
    ///
    /// Used challenges stay recorded until they expire. A repetition changes nothing more and returns no
    /// accounts.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The accounts that lost access by this call.
    /// - Throws: What the database throws.
    func forget(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier>
}

extension ParticipantStore {
    /// Returns the accounts that have access to a collaboration.
    package func accounts(in collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        Set(try await participants(in: collaboration).compactMap(\.account))
    }
}
