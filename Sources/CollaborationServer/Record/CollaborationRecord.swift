package import CollaborationCore
import CollaborationCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything that is stored about one collaboration, with all rules on it.
///
/// An identity that was added is known until it is removed. A removal is final: updates have the same effect in any
/// order and however often they are applied. An account has access if it is the owner, or while at least one known
/// identity is paired with it.
package struct CollaborationRecord: Hashable, Sendable {
    /// The largest number of identities in the life of a collaboration, 10,000: known and removed ones together.
    ///
    /// Messages reports one for each recipient of an invitation, and a conversation has some tens of people. A full
    /// record still accepts removals.
    package static let maximumIdentityCount = 10_000

    enum Status: Hashable, Sendable {
        case unproven
        case paired(AccountIdentifier)
        case removed

        var account: AccountIdentifier? {
            if case .paired(let account) = self { account } else { nil }
        }
    }

    struct Entry: Hashable, Sendable {
        let identity: Person.Identity
        var status: Status
    }

    /// The account that started the collaboration; nil if it has ended or was never started.
    var owner: AccountIdentifier?

    /// The identifiers of the options that the owner selected.
    var selectedOptions: [String] = []

    /// The identities, known and removed, in the order of their root hashes and each once.
    var entries: [Entry] = []

    /// The challenges that were used.
    var usedChallenges = UsedChallenges()

    /// Makes a record of a collaboration about which nothing is known.
    package init() {}

    /// Whether nothing needs to be stored.
    var isEmpty: Bool { owner == nil && entries.isEmpty && usedChallenges.uses.isEmpty }

    /// The known identities, each with the account that it is paired with, in the order of their root hashes.
    package var participants: [Participant] {
        entries.lazy.filter { $0.status != .removed }.map {
            Participant(identity: $0.identity, account: $0.status.account)
        }
    }

    /// The accounts that have access.
    package var accounts: Set<AccountIdentifier> {
        Set(entries.lazy.compactMap(\.status.account)).union(owner.map { [$0] } ?? [])
    }

    /// What an account may do; nil if it has no access.
    package func access(of account: AccountIdentifier) -> Access? {
        let identities = Set(entries.lazy.filter { $0.status.account == account }.map(\.identity))
        guard owner == account || !identities.isEmpty else { return nil }
        return Access(isOwner: owner == account, identities: identities, selectedOptions: Set(selectedOptions))
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
    /// Makes an account the owner, unless another account is, and stores its selection.
    mutating func start(by account: AccountIdentifier, selecting options: [String]) throws(CollaborationError) {
        guard owner == nil || owner == account else { throw .refused(.notOwner) }
        owner = account
        selectedOptions = options
    }

    /// Adds identities, then removes others for good.
    ///
    /// A known identity that is added keeps its account, and a removed one stays removed. An unknown identity that is
    /// removed is remembered as removed.
    ///
    /// - Returns: The accounts that lost access.
    mutating func update(
        adding added: [Person.Identity],
        removing removed: [Person.Identity]
    ) throws(CollaborationError) -> Set<AccountIdentifier> {
        let removed = Set(removed)
        let new = Set(added).subtracting(removed).filter { index(of: $0) == nil }
        let room = Self.maximumIdentityCount - entries.count
        guard new.count <= max(room, 0) else { throw .limit(.tooManyIdentities(maximum: Self.maximumIdentityCount)) }
        // In a full record an unknown identity need not be remembered: nothing can be added any more.
        let unknown = removed.filter { index(of: $0) == nil }.prefix(room - new.count)
        let lost = removeIdentities { removed.contains($0.identity) }
        entries += new.map { Entry(identity: $0, status: .unproven) }
        entries += unknown.map { Entry(identity: $0, status: .removed) }
        entries.sort { $0.identity.precedes($1.identity) }
        return lost
    }

    /// Removes known identities for good, and returns the accounts that lost access.
    private mutating func removeIdentities(where isRemoved: (Entry) -> Bool) -> Set<AccountIdentifier> {
        let had = accounts
        for index in entries.indices where isRemoved(entries[index]) { entries[index].status = .removed }
        return had.subtracting(accounts)
    }

    /// Removes the owner, and all identities for good, and returns the accounts that lost access.
    mutating func end() -> Set<AccountIdentifier> {
        let had = accounts
        owner = nil
        selectedOptions = []
        _ = removeIdentities { _ in true }
        return had
    }

    /// Takes an account's identities from it.
    ///
    /// They stay known, so that they can be proven again, or are removed for good.
    mutating func remove(_ account: AccountIdentifier, keepingIdentities: Bool) throws(CollaborationError) {
        guard owner != account else { throw .refused(.ownerCannotLeave) }
        for index in entries.indices where entries[index].status.account == account {
            entries[index].status = keepingIdentities ? .unproven : .removed
        }
    }

    /// Forgets all but the used challenges that may be replayed, and returns the accounts that had access.
    mutating func forget(at date: Date) -> Set<AccountIdentifier> {
        let had = accounts
        owner = nil
        selectedOptions = []
        entries = []
        usedChallenges.evict(at: date)
        return had
    }

    /// Pairs a proven identity with an account, and records the use of the challenge.
    ///
    /// - Returns: The account that lost access, by ``PairingPolicy/replace``.
    mutating func admit(
        _ identity: Person.Identity,
        as account: AccountIdentifier,
        using challenge: UsedChallenge,
        at date: Date,
        policy: PairingPolicy
    ) throws(CollaborationError) -> AccountIdentifier? {
        guard owner != nil else { throw .refused(.notStarted) }
        guard !usedChallenges.isReplay(challenge) else { throw .refused(.challengeAlreadyUsed) }
        guard let index = index(of: identity), entries[index].status != .removed else {
            throw .refused(.unknownIdentity)
        }
        let previous = entries[index].status.account
        let isTaken = previous != nil && previous != account
        guard !isTaken || policy == .replace else { throw .refused(.identityOfAnotherAccount) }
        entries[index].status = .paired(account)
        guard usedChallenges.record(challenge, at: date) else { throw .busy }
        return previous.flatMap { access(of: $0) == nil ? $0 : nil }
    }
}

extension Person.Identity {
    func precedes(_ other: Person.Identity) -> Bool { root.precedes(other.root) }
}
