public import CollaborationModels

/// The participants of one collaboration: the known identities, and the account that each is paired with.
///
/// It implements the rules of ``ParticipantStore``. A store that keeps a collaboration as one document keeps
/// a roster in it. A store with a row for each identity has statements of its own, and the conformance checks
/// compare the two.
public struct ParticipantRoster: Sendable {
    /// The largest number of identities, 100,000.
    ///
    /// Messages reports one for each recipient of an invitation, and a conversation has some tens of people.
    /// As JSON, a roster of that size has about 8 MB.
    public static let maximumIdentityCount = 100_000

    /// The account of each identity, nil for one that nobody has proven yet.
    private(set) var accounts: [Person.Identity: AccountIdentifier?] = [:]

    /// The inverse: every account here has at least one identity.
    private var identities: [AccountIdentifier: Set<Person.Identity>] = [:]

    /// Makes an empty roster.
    public init() {}

    /// Whether there is no identity.
    public var isEmpty: Bool { accounts.isEmpty }

    /// The number of known identities.
    package var identityCount: Int { accounts.count }

    /// The accounts that have access.
    public var pairedAccounts: Set<AccountIdentifier> { Set(identities.keys) }

    /// The identities that are paired with an account, in constant time: nothing is copied.
    ///
    /// - Parameter account: The account.
    /// - Returns: The identities, none for an account without access.
    public func identities(of account: AccountIdentifier) -> Set<Person.Identity> {
        identities[account, default: []]
    }

    /// Adds identities, then removes others.
    ///
    /// - Parameters:
    ///   - added: Identities to add. An identity that is known already keeps its account.
    ///   - removed: Identities to remove, with their pairings. An unknown identity is skipped.
    /// - Returns: The accounts that had access and lost it, because their last identity was removed.
    /// - Throws: ``ParticipantLimitError/collaborationTooLarge(maximum:)``; then nothing has changed.
    public mutating func update(
        adding added: some Sequence<Person.Identity>,
        removing removed: some Sequence<Person.Identity>
    ) throws(ParticipantLimitError) -> Set<AccountIdentifier> {
        let removed = Set(removed)
        let new = Set(added).filter { accounts[$0] == nil && !removed.contains($0) }
        let removedCount = removed.count { accounts[$0] != nil }
        guard new.isEmpty || accounts.count - removedCount + new.count <= Self.maximumIdentityCount else {
            throw .collaborationTooLarge(maximum: Self.maximumIdentityCount)
        }
        for identity in new { add(identity) }
        var revoked: Set<AccountIdentifier> = []
        for identity in removed {
            guard case let account?? = accounts.removeValue(forKey: identity) else { continue }
            if unpair(identity, from: account) { revoked.insert(account) }
        }
        return revoked
    }

    mutating func add(_ identity: Person.Identity) {
        accounts.updateValue(nil, forKey: identity)
    }

    /// Pairs an identity with an account.
    ///
    /// - Parameters:
    ///   - identity: The identity, which the account has proven.
    ///   - account: The account.
    ///   - policy: What happens if the identity is paired with another account.
    /// - Returns: Any outcome but ``PairingOutcome/challengeAlreadyUsed``, which ``UsedChallenges`` decides.
    public mutating func pair(
        _ identity: Person.Identity,
        with account: AccountIdentifier,
        policy: PairingPolicy
    ) -> PairingOutcome {
        guard let previous = accounts[identity] else { return .unknownIdentity }
        guard previous != account else { return .paired(revoked: nil) }
        guard previous == nil || policy == .replace else { return .pairedWithAnotherAccount }
        accounts.updateValue(account, forKey: identity)
        identities[account, default: []].insert(identity)
        guard let previous, unpair(identity, from: previous) else { return .paired(revoked: nil) }
        return .paired(revoked: previous)
    }

    /// Takes an identity from an account.
    ///
    /// - Returns: Whether it was the account's last identity.
    private mutating func unpair(_ identity: Person.Identity, from account: AccountIdentifier) -> Bool {
        identities[account]?.remove(identity)
        guard identities[account]?.isEmpty == true else { return false }
        identities[account] = nil
        return true
    }
}
