import CollaborationCrypto
public import CollaborationCore

/// Everything that is stored about one collaboration, with all rules on it.
///
/// An identity that was added is known until it is removed. A removal is final: updates have the same effect in any
/// order and however often they are applied. An account has access while at least one known identity is paired with it.
public struct CollaborationRecord: Hashable, Sendable {
    /// The largest number of identities in the life of a collaboration, 10,000: known and removed ones together.
    ///
    /// Messages reports one for each recipient of an invitation, and a conversation has some tens of people. A
    /// collaboration that has reached it accepts no further identity, but each removal.
    package static let maximumIdentityCount = 10_000

    enum Standing: Hashable, Sendable {
        case unproven
        case paired(AccountIdentifier)
        case removed

        var account: AccountIdentifier? {
            if case .paired(let account) = self { account } else { nil }
        }
    }

    struct Entry: Hashable, Sendable {
        let identity: Person.Identity
        var standing: Standing
    }

    /// The identities, known and removed, in the order of their root hashes and each once.
    var entries: [Entry] = []

    /// The challenges that were used and have not expired.
    var usedChallenges = UsedChallenges()

    /// Makes a record of a collaboration about which nothing is known.
    package init() {}

    /// Whether nothing needs to be stored.
    var isEmpty: Bool { entries.isEmpty && usedChallenges.uses.isEmpty }

    /// The known identities, each with the account that it is paired with, in the order of their root hashes.
    public var participants: [Participant] {
        entries.lazy.filter { $0.standing != .removed }.map {
            Participant(identity: $0.identity, account: $0.standing.account)
        }
    }

    /// The accounts that have access.
    package var accounts: Set<AccountIdentifier> { Set(entries.lazy.compactMap(\.standing.account)) }

    /// The known identities that nobody has proven yet.
    package var unprovenIdentities: Set<Person.Identity> {
        Set(entries.lazy.filter { $0.standing == .unproven }.map(\.identity))
    }

    /// The identities that are paired with an account, none for an account without access.
    func identities(of account: AccountIdentifier) -> Set<Person.Identity> {
        Set(entries.lazy.filter { $0.standing.account == account }.map(\.identity))
    }

    /// The index of an identity, by binary search.
    private func index(of identity: Person.Identity) -> Int? {
        var range = entries.startIndex..<entries.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if entries[middle].identity == identity { return middle }
            if entries[middle].identity.precedes(identity) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return nil
    }
}

extension CollaborationRecord {
    /// Adds identities, then removes others for good.
    ///
    /// A known identity that is added keeps its account, and a removed one stays removed. An unknown identity that is
    /// removed is remembered as removed.
    ///
    /// - Returns: The accounts that lost their last identity.
    mutating func update(
        adding added: [Person.Identity],
        removing removed: [Person.Identity]
    ) throws(ParticipantLimitError) -> Set<AccountIdentifier> {
        let removed = Set(removed)
        let new = Set(added).subtracting(removed).filter { index(of: $0) == nil }
        let room = Self.maximumIdentityCount - entries.count
        guard new.count <= max(room, 0) else {
            throw .collaborationTooLarge(maximum: Self.maximumIdentityCount)
        }
        // In a full record an unknown identity need not be remembered: nothing can be added any more.
        let unknown = removed.filter { index(of: $0) == nil }.prefix(room - new.count)
        let lost = end { removed.contains($0.identity) }
        entries += new.map { Entry(identity: $0, standing: .unproven) }
        entries += unknown.map { Entry(identity: $0, standing: .removed) }
        entries.sort { $0.identity.precedes($1.identity) }
        return lost
    }

    /// Removes known identities for good.
    ///
    /// - Returns: The accounts that lost their last identity.
    mutating func end(where isRemoved: (Entry) -> Bool = { _ in true }) -> Set<AccountIdentifier> {
        var lost: Set<AccountIdentifier> = []
        for index in entries.indices where isRemoved(entries[index]) {
            if let account = entries[index].standing.account { lost.insert(account) }
            entries[index].standing = .removed
        }
        return lost.isEmpty ? lost : lost.subtracting(accounts)
    }

    /// Removes those of some identities that nobody has proven yet, for good, and returns them.
    mutating func removeUnproven(_ identities: Set<Person.Identity>) -> Set<Person.Identity> {
        let removed = unprovenIdentities.intersection(identities)
        _ = end { removed.contains($0.identity) }
        return removed
    }

    /// Takes an account's identities from it, and returns them.
    ///
    /// They stay known, so that they can be proven again, or are removed for good.
    mutating func remove(_ account: AccountIdentifier, keepingIdentities: Bool) -> Set<Person.Identity> {
        let taken = identities(of: account)
        for index in entries.indices where entries[index].standing.account == account {
            entries[index].standing = keepingIdentities ? .unproven : .removed
        }
        return taken
    }

    /// Forgets all identities, and the challenges that expired before a date, in milliseconds since 1970.
    ///
    /// - Returns: The accounts that had access.
    mutating func forget(at date: Int64) -> Set<AccountIdentifier> {
        let lost = accounts
        entries = []
        usedChallenges.evict(before: date)
        return lost
    }

    /// Pairs a proven identity with the account of a challenge, and records the use of the challenge.
    ///
    /// - Returns: The account that lost its last identity, by ``PairingPolicy/replace``.
    mutating func admit(
        _ identity: Person.Identity,
        answering challenge: ValidChallenge,
        policy: PairingPolicy
    ) throws(AccessRefusal) -> AccountIdentifier? {
        let use = UsedChallenges.Use(challenge)
        guard !usedChallenges.isReplay(use) else { throw .challengeAlreadyUsed }
        guard let index = index(of: identity), entries[index].standing != .removed else {
            throw .unknownIdentity
        }
        let previous = entries[index].standing.account
        let isTaken = previous != nil && previous != challenge.account
        guard !isTaken || policy == .replace else { throw .identityOfAnotherAccount }
        entries[index].standing = .paired(challenge.account)
        usedChallenges.record(use, at: challenge.validated.milliseconds)
        guard isTaken, let previous, identities(of: previous).isEmpty else { return nil }
        return previous
    }
}

extension Person.Identity {
    func precedes(_ other: Person.Identity) -> Bool { root.digest.precedes(other.root.digest) }
}

/// An identity that a collaboration knows, with the account that has proven it.
public struct Participant: Hashable, Sendable {
    /// The identity.
    public let identity: Person.Identity

    /// The account that the identity is paired with; nil if nobody has proven it yet.
    public let account: AccountIdentifier?
}

/// What happens to an identity that is paired with an account when a second account proves it.
public enum PairingPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The second account is refused. A person with two accounts has access with the first one only.
    case refuse

    /// The second account takes the identity over, and the first one loses it.
    case replace
}
