public import CollaborationModels

/// The participants of one collaboration: the known identities, the account that each is paired with, and the
/// identities that were removed.
///
/// It implements the rules of ``ParticipantStore``. A store that keeps a collaboration as a document keeps
/// a roster in it. A store with a row for each identity has statements of its own, and the conformance checks
/// compare the two.
public struct ParticipantRoster: Sendable {
    /// The largest number of identities in the life of a collaboration, 100,000: known and removed ones together.
    ///
    /// Messages reports one for each recipient of an invitation, and a conversation has some tens of people.
    /// As JSON, a roster of that size has about 8 MB. A collaboration that has reached it accepts no further
    /// identity, but each removal.
    public static let maximumIdentityCount = 100_000

    /// The account of each known identity, nil for one that nobody has proven yet.
    private(set) var accounts = LinearHashTable<Person.Identity, AccountIdentifier?>()

    /// The identities that were removed for good.
    private(set) var removedIdentities = LinearHashSet<Person.Identity>()

    /// The inverse of the accounts: every account here has at least one identity.
    private(set) var identities = Multimap<AccountIdentifier, Person.Identity>()

    /// Makes an empty roster.
    public init() {}

    /// Whether there is no identity, known or removed, so that nothing needs to be stored.
    public var isEmpty: Bool { identityCount == 0 }

    /// The number of known and of removed identities.
    package var identityCount: Int { accounts.count + removedIdentities.count }

    /// The known identities, each with its account.
    public var participants: Set<Participant> {
        Set(accounts.map { Participant(identity: $0.key, account: $0.value) })
    }

    /// The accounts that have access.
    public var pairedAccounts: Set<AccountIdentifier> { Set(identities.keys) }

    /// The identities that are paired with an account, in constant time for up to 256 of them.
    ///
    /// More than that are copied, in time proportional to their number.
    ///
    /// - Parameter account: The account.
    /// - Returns: The identities, none for an account without access.
    public func identities(of account: AccountIdentifier) -> Set<Person.Identity> {
        identities[account].members
    }

    /// Adds identities, then removes others for good.
    ///
    /// - Parameters:
    ///   - added: Identities to add. One that is known keeps its account. One that was removed before is skipped.
    ///   - removed: Identities to remove, with their pairings. An unknown one is remembered as removed.
    /// - Returns: The accounts that had access and lost it, because their last identity was removed.
    /// - Throws: ``ParticipantLimitError/collaborationTooLarge(maximum:)`` if a new identity would exceed
    ///   ``maximumIdentityCount``; then nothing has changed.
    public mutating func update(
        adding added: some Sequence<Person.Identity>,
        removing removed: some Sequence<Person.Identity>
    ) throws(ParticipantLimitError) -> Set<AccountIdentifier> {
        let removed = Set(removed)
        let new = Set(added).filter {
            accounts[$0] == nil && !removedIdentities.contains($0) && !removed.contains($0)
        }
        guard new.isEmpty || identityCount + new.count <= Self.maximumIdentityCount else {
            throw .collaborationTooLarge(maximum: Self.maximumIdentityCount)
        }
        for identity in new { add(identity) }
        return Set(removed.compactMap { remove($0) })
    }

    mutating func add(_ identity: Person.Identity) {
        accounts.updateValue(nil, forKey: identity)
    }

    /// Removes an identity for good.
    ///
    /// At the limit an unknown identity need not be remembered: nothing can be added any more.
    ///
    /// - Returns: The account that lost its last identity.
    @discardableResult
    mutating func remove(_ identity: Person.Identity) -> AccountIdentifier? {
        let known = accounts.removeValue(forKey: identity)
        if identityCount < Self.maximumIdentityCount { removedIdentities.insert(identity) }
        guard case let account?? = known, identities.remove(identity, for: account) else { return nil }
        return account
    }
}

extension ParticipantRoster: Equatable {
    /// Tells whether two rosters have the same identities with the same accounts, and have removed the same ones.
    public static func == (one: ParticipantRoster, other: ParticipantRoster) -> Bool {
        one.accounts == other.accounts && one.removedIdentities == other.removedIdentities
    }
}

extension ParticipantRoster {
    /// Refuses a replay, pairs an identity with an account, and records the use of the challenge.
    ///
    /// - Parameters:
    ///   - pairing: The identity, the account and the use of the challenge.
    ///   - usedChallenges: The used challenges of the collaboration. They change only if the outcome is `paired`.
    /// - Returns: The outcome, by the steps of ``ParticipantStore/pair(_:)``.
    public mutating func pair(
        _ pairing: Pairing,
        using usedChallenges: inout UsedChallenges
    ) -> PairingOutcome {
        guard !usedChallenges.isReplay(pairing.challengeUse) else { return .challengeAlreadyUsed }
        let outcome = pair(pairing.identity, with: pairing.account, policy: pairing.policy)
        if case .paired = outcome { _ = usedChallenges.record(pairing.challengeUse) }
        return outcome
    }

    /// Pairs an identity with an account, if it is known and the policy allows it.
    package mutating func pair(
        _ identity: Person.Identity,
        with account: AccountIdentifier,
        policy: PairingPolicy
    ) -> PairingOutcome {
        guard let previous = accounts[identity] else { return .unknownIdentity }
        guard previous != account else { return .paired(revoked: nil) }
        guard previous == nil || policy == .replace else { return .pairedWithAnotherAccount }
        accounts.updateValue(account, forKey: identity)
        identities.insert(identity, for: account)
        guard let previous, identities.remove(identity, for: previous) else { return .paired(revoked: nil) }
        return .paired(revoked: previous)
    }
}

extension ParticipantRoster {
    /// Takes all identities from an account, and keeps them or removes them for good.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - keepingIdentities: Whether the identities stay known, with no account.
    /// - Returns: The identities that the account had.
    public mutating func remove(
        _ account: AccountIdentifier,
        keepingIdentities: Bool
    ) -> Set<Person.Identity> {
        let taken = identities.removeAll(for: account).members
        for identity in taken {
            if keepingIdentities { add(identity) } else { remove(identity) }
        }
        return taken
    }

    /// Removes those of some identities that are not paired with an account, for good.
    ///
    /// - Parameter identities: The identities. Those that are not known are skipped.
    /// - Returns: The identities that were removed.
    public mutating func removeUnproven(_ identities: Set<Person.Identity>) -> Set<Person.Identity> {
        let unproven = identities.filter { accounts[$0] == .some(nil) }
        for identity in unproven { remove(identity) }
        return unproven
    }

    /// Removes all identities for good.
    ///
    /// - Returns: The accounts that lost access.
    public mutating func removeAll() -> Set<AccountIdentifier> {
        Set(accounts.map(\.key).compactMap { remove($0) })
    }
}
