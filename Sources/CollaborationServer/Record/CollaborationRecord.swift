package import CollaborationCore

/// Everything that is stored about one collaboration.
///
/// Its rules are the methods of an extension. An account has access if it is the owner, a guest, or holds an identity.
package struct CollaborationRecord: Hashable, Sendable {
    /// What there is while a collaboration is started.
    struct Share: Hashable, Sendable {
        /// The account that started the collaboration, or that it was transferred to.
        ///
        /// It is no guest and has no selection of its own.
        var owner: AccountIdentifier

        /// The options that the owner selected for everybody.
        var selection: Set<OptionIdentifier>

        /// The accounts that have access without a proof.
        var guests: Set<AccountIdentifier> = []

        /// What is selected for single accounts, with or without access.
        var selections: [AccountIdentifier: Set<OptionIdentifier>] = [:]
    }

    /// What is known about an identity.
    enum Status: Hashable, Sendable {
        /// It can be proven, or was: `holders` are the accounts that did, the last one last, and `isHeld` says whether the
        /// last one holds it still or has left.
        case known(holders: [AccountIdentifier] = [], isHeld: Bool = false)

        /// It was removed for good.
        case removed

        var holders: [AccountIdentifier] { if case .known(let holders, _) = self { holders } else { [] } }

        var holder: AccountIdentifier? { if case .known(let holders, true) = self { holders.last } else { nil } }

        func isLeft(by account: AccountIdentifier) -> Bool {
            if case .known(let holders, false) = self { holders.last == account } else { false }
        }
    }

    struct Entry: Hashable, Sendable {
        let identity: Person.Identity
        var status: Status
    }

    /// Who has removed an account.
    enum Remover: UInt8, Hashable, Sendable {
        case account = 1
        case server = 2
    }

    /// What there is while the collaboration is started; nil otherwise.
    var share: Share?

    /// Whether the collaboration was forgotten; then there is nothing else.
    var isNameUsedUp = false

    /// The identities in the order of their root hashes, each once; without a share all are removed.
    var entries: [Entry] = []

    /// The accounts that were removed and not readmitted.
    ///
    /// None of them has access, a selection or a known identity.
    var removedAccounts: [AccountIdentifier: Remover] = [:]

    /// The challenges that were used.
    var usedChallenges = UsedChallenges()

    /// Makes a record of a collaboration about which nothing is known.
    package init() {}

    /// Whether nothing needs to be stored.
    var isEmpty: Bool { self == CollaborationRecord() }
}

extension CollaborationRecord {
    /// The accounts that have access.
    package var accounts: Set<AccountIdentifier> {
        guard let share else { return [] }
        return share.guests.union(entries.lazy.compactMap(\.status.holder)).union([share.owner])
    }

    /// Everything that the record says about people.
    var withoutUsedChallenges: CollaborationRecord {
        var record = self
        record.usedChallenges = UsedChallenges()
        return record
    }

    /// The accounts that the record names, with or without access.
    var names: Set<AccountIdentifier> {
        var names = Set(removedAccounts.keys).union(entries.lazy.flatMap(\.status.holders))
        if let share { names.formUnion([share.owner] + Array(share.guests) + Array(share.selections.keys)) }
        return names
    }

    /// The identities of each account that holds any.
    var identitiesOfAccounts: [AccountIdentifier: Set<Person.Identity>] {
        var identities: [AccountIdentifier: Set<Person.Identity>] = [:]
        for entry in entries {
            if let holder = entry.status.holder { identities[holder, default: []].insert(entry.identity) }
        }
        return identities
    }

    /// What each account with access owns, may do and holds, as far as the record says.
    var accesses: [AccountIdentifier: Access] {
        guard let share else { return [:] }
        let identities = identitiesOfAccounts
        return Dictionary(
            uniqueKeysWithValues: accounts.map { account in
                let selection = share.owner == account ? [] : share.selections[account] ?? share.selection
                let held = identities[account] ?? []
                return (
                    account,
                    Access(isOwner: share.owner == account, identities: held, permittedOptions: selection)
                )
            }
        )
    }

    /// What an account may do; nil if it has no access.
    package func access(of account: AccountIdentifier, offered: Set<OptionIdentifier>) -> Access? {
        guard let share else { return nil }
        let isOwner = share.owner == account
        let identities = Set(entries.lazy.filter { $0.status.holder == account }.map(\.identity))
        guard isOwner || share.guests.contains(account) || !identities.isEmpty else { return nil }
        let selection = share.selections[account] ?? share.selection
        return Access(
            isOwner: isOwner,
            identities: identities,
            permittedOptions: isOwner ? offered : selection.intersection(offered)
        )
    }

    /// Everybody; nil unless the collaboration is started.
    var people: People? {
        guard let share else { return nil }
        let unproven = entries.lazy.filter { $0.status != .removed && $0.status.holder == nil }
        return People(
            owner: share.owner,
            participants: identitiesOfAccounts,
            guests: share.guests,
            removedAccounts: Set(removedAccounts.keys),
            selections: share.selections,
            unprovenIdentities: Set(unproven.map(\.identity)),
            removedIdentityCount: entries.count { $0.status == .removed },
            usedChallengeCount: usedChallenges.uses.count
        )
    }

    /// The index of an identity, by binary search.
    func index(of identity: Person.Identity) -> Int? {
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
