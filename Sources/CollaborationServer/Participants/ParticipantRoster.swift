import CollaborationCrypto
public import CollaborationModels

/// The participants of one collaboration: the known identities, and the account that each is paired with.
///
/// It holds the rules of ``ParticipantStore``. A store that keeps a collaboration as one document keeps a
/// roster; one with a row for each identity does the same with statements of its own, and the conformance
/// checks compare the two.
public struct ParticipantRoster: Sendable {
    /// The account of each identity, nil for one that nobody has proven yet.
    private(set) var accounts: [SHA256Digest: AccountIdentifier?] = [:]

    /// The same the other way round: an account has at least one identity.
    private var identities: [AccountIdentifier: [SHA256Digest]] = [:]

    /// Makes an empty roster.
    public init() {}

    /// Whether there is no identity.
    public var isEmpty: Bool { accounts.isEmpty }

    /// The number of known identities.
    public var identityCount: Int { accounts.count }

    /// The accounts that have access.
    public var pairedAccounts: Set<AccountIdentifier> { Set(identities.keys) }

    /// The identities that are paired with an account; it has access if there is one.
    ///
    /// - Parameter account: The account.
    /// - Returns: The identities, none for an account without access.
    public func identities(of account: AccountIdentifier) -> Set<Person.Identity> {
        Set(identities[account, default: []].map { Person.Identity($0) })
    }

    /// Adds identities, then removes others.
    ///
    /// - Parameters:
    ///   - added: Identities to be known; one that is known keeps its account.
    ///   - removed: Identities to be forgotten.
    /// - Returns: The accounts that had access and lost it, since their last identity was removed.
    public mutating func update(
        adding added: some Sequence<Person.Identity>,
        removing removed: some Sequence<Person.Identity>
    ) -> Set<AccountIdentifier> {
        for identity in added { add(identity) }
        var revoked: Set<AccountIdentifier> = []
        for identity in removed {
            guard let account = accounts.removeValue(forKey: identity.digest) else { continue }
            if let account, unpair(identity.digest, from: account) { revoked.insert(account) }
        }
        return revoked
    }

    /// Makes an identity known.
    ///
    /// - Returns: Whether it was not known before.
    @discardableResult
    mutating func add(_ identity: Person.Identity) -> Bool {
        guard accounts[identity.digest] == nil else { return false }
        accounts.updateValue(nil, forKey: identity.digest)
        return true
    }

    /// Pairs an identity with an account.
    ///
    /// - Parameters:
    ///   - identity: The identity, which the account has proven.
    ///   - account: The account.
    ///   - policy: What becomes of an identity that is another account's.
    /// - Returns: Any outcome but that of a challenge used before, which is no matter of a roster.
    public mutating func pair(
        _ identity: Person.Identity,
        with account: AccountIdentifier,
        policy: PairingPolicy
    ) -> PairingOutcome {
        let digest = identity.digest
        guard let previous = accounts[digest] else { return .unknownIdentity }
        guard previous != account else { return .paired(revoked: nil) }
        guard previous == nil || policy == .replace else { return .pairedWithAnotherAccount }
        accounts.updateValue(account, forKey: digest)
        identities[account, default: []].append(digest)
        guard let previous, unpair(digest, from: previous) else { return .paired(revoked: nil) }
        return .paired(revoked: previous)
    }

    /// Takes an identity from an account.
    ///
    /// - Returns: Whether it was the account's last.
    private mutating func unpair(_ digest: SHA256Digest, from account: AccountIdentifier) -> Bool {
        identities[account]?.removeAll { $0 == digest }
        guard identities[account]?.isEmpty == true else { return false }
        identities[account] = nil
        return true
    }
}
