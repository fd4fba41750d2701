import CollaborationCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything that can happen to a collaboration, in the order of its life.
///
/// A method that throws may have changed the record, which is then not stored.
extension CollaborationRecord {
    /// Throws unless the actor may do something now.
    ///
    /// The server may do everything, and may remove and readmit accounts while nothing is started.
    func check(
        _ actor: Collaboration.Actor,
        may act: Act,
        offered: Set<OptionIdentifier>,
        mayAct: (Access, Act) -> Bool
    ) throws(CollaborationError) {
        guard !isNameUsedUp else { throw .refused(.nameUsedUp) }
        switch (actor, act) {
        case (.server, .remove), (.server, .readmit): return
        default: guard share != nil else { throw .refused(.notStarted) }
        }
        guard case .account(let account) = actor else { return }
        guard let access = access(of: account, offered: offered) else { throw .refused(.noAccess) }
        guard mayAct(access, act) else { throw .refused(.mayNotAct(act)) }
    }

    /// Makes an account the owner, unless another account is, and stores its selection.
    mutating func start(
        by account: AccountIdentifier,
        selecting options: Set<OptionIdentifier>
    ) throws(CollaborationError) {
        guard !isNameUsedUp else { throw .refused(.nameUsedUp) }
        let old = self
        if share != nil {
            guard share?.owner == account else { throw .refused(.notOwner) }
            share?.selection = options
        } else {
            guard removedAccounts[account] == nil else { throw .refused(.accountRemoved) }
            share = Share(owner: account, selection: options)
        }
        try checkNames(since: old)
    }

    /// Adds identities, then removes others for good.
    ///
    /// A known identity that is added keeps its account, and a removed one stays removed. An unknown identity that is
    /// removed is remembered as removed, as long as there is room: in a full record nothing can be added any more.
    mutating func update(
        adding added: [Person.Identity],
        removing removed: [Person.Identity]
    ) throws(CollaborationError) {
        let removed = Set(removed)
        let new = Set(added).subtracting(removed).filter { index(of: $0) == nil }
        let room = Self.maximumIdentityCount - entries.count
        guard new.count <= max(room, 0) else { throw .limit(.identities(maximum: Self.maximumIdentityCount)) }
        let unknown = removed.filter { index(of: $0) == nil }.prefix(room - new.count)
        for index in entries.indices where removed.contains(entries[index].identity) {
            entries[index].status = .removed
        }
        entries += new.map { Entry(identity: $0, status: .known()) }
        entries += unknown.map { Entry(identity: $0, status: .removed) }
        entries.sort { $0.identity.precedes($1.identity) }
    }

    /// Gives an account a proven identity, and records the use of the challenge.
    ///
    /// An account without a selection of its own inherits that of the last holder, so that nobody gets more by a change of
    /// accounts.
    mutating func admit(
        _ identity: Person.Identity,
        as account: AccountIdentifier,
        using use: ChallengeUse,
        at date: Date,
        policy: PairingPolicy
    ) throws(CollaborationError) {
        let old = self
        guard !isNameUsedUp else { throw .refused(.nameUsedUp) }
        guard let share else { throw .refused(.notStarted) }
        guard !usedChallenges.isReplay(use) else { throw .refused(.challengeAlreadyUsed) }
        guard removedAccounts[account] == nil else { throw .refused(.accountRemoved) }
        guard let index = index(of: identity) else { throw .refused(.unknownIdentity) }
        guard case .known(var holders, let isHeld) = entries[index].status else { throw .refused(.removedIdentity) }
        let last = holders.last
        holders.removeAll { $0 == account }
        holders.append(account)
        let isTaken = isHeld && last != account
        guard !isTaken || policy == .replace, holders.count <= Self.maximumHolderCount else {
            throw .refused(.identityOfAnotherAccount)
        }
        entries[index].status = .known(holders: holders, isHeld: true)
        if let last, share.owner != account, share.selections[account] == nil {
            self.share?.selections[account] = share.selections[last]
        }
        try checkNames(since: old)
        guard usedChallenges.insert(use, at: date) else { throw .full }
    }

    /// Gives an account access without a proof.
    mutating func admitGuest(_ account: AccountIdentifier) throws(CollaborationError) {
        guard removedAccounts[account] == nil else { throw .refused(.accountRemoved) }
        guard share?.owner != account else { return }
        let old = self
        share?.guests.insert(account)
        try checkNames(since: old)
    }

    /// Makes another selection for one account; nil drops it.
    mutating func select(
        _ options: Set<OptionIdentifier>?,
        for account: AccountIdentifier
    ) throws(CollaborationError) {
        guard removedAccounts[account] == nil else { throw .refused(.accountRemoved) }
        guard share?.owner != account else { throw .refused(.isOwner) }
        let old = self
        share?.selections[account] = options
        try checkNames(since: old)
    }

    /// Ends an account's access; its identities stay known and remember it.
    mutating func leave(_ account: AccountIdentifier) throws(CollaborationError) {
        guard share?.owner != account else { throw .refused(.isOwner) }
        guard accounts.contains(account) else { throw .refused(.noAccess) }
        share?.guests.remove(account)
        for (index, status) in zip(entries.indices, entries.map(\.status)) where status.holder == account {
            entries[index].status = .known(holders: status.holders, isHeld: false)
        }
    }

    /// Removes an account for good, with every identity that it has or had.
    mutating func remove(_ account: AccountIdentifier, by remover: Remover) throws(CollaborationError) {
        guard share?.owner != account else { throw .refused(.isOwner) }
        let old = self
        for index in entries.indices where entries[index].status.holders.contains(account) {
            entries[index].status = .removed
        }
        share?.guests.remove(account)
        share?.selections[account] = nil
        // What the server has decided stays the server's decision.
        if removedAccounts[account] != .server { removedAccounts[account] = remover }
        try checkNames(since: old, isRemoval: true)
    }

    /// Takes the removal of an account back; the identities that were removed with it stay removed.
    mutating func readmit(_ account: AccountIdentifier, by remover: Remover) throws(CollaborationError) {
        guard remover == .server || removedAccounts[account] != .server else {
            throw .refused(.mayNotAct(.readmit(account)))
        }
        removedAccounts[account] = nil
    }

    /// Makes an account with access the owner, and the former owner a guest.
    mutating func transfer(to account: AccountIdentifier) throws(CollaborationError) {
        guard let share, share.owner != account else { return }
        guard accounts.contains(account) else { throw .refused(.noAccess) }
        self.share?.owner = account
        self.share?.guests.remove(account)
        self.share?.guests.insert(share.owner)
        self.share?.selections[account] = nil
    }

    /// Removes all known identities, and ends everybody's access.
    mutating func end() {
        share = nil
        for index in entries.indices { entries[index].status = .removed }
    }

    /// Forgets everything but that the name is used up.
    mutating func forget() {
        self = CollaborationRecord()
        isNameUsedUp = true
    }

    /// Takes the name of an account out of the record; ends the collaboration if the account is its owner.
    mutating func erase(_ account: AccountIdentifier) {
        if share?.owner == account { end() }
        share?.guests.remove(account)
        share?.selections[account] = nil
        removedAccounts[account] = nil
        for (index, status) in zip(entries.indices, entries.map(\.status)) where status.holders.contains(account) {
            let isHeld = status.holder != nil && status.holder != account
            entries[index].status = .known(holders: status.holders.filter { $0 != account }, isHeld: isHeld)
        }
    }
}
