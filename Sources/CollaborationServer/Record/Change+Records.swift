import CollaborationCore

extension Change {
    /// What is different between two records of one collaboration.
    init(from old: CollaborationRecord, to new: CollaborationRecord) {
        let (had, have) = (old.accounts, new.accounts)
        gained = have.subtracting(had)
        lost = had.subtracting(have)
        let (oldAccesses, newAccesses) = (old.accesses, new.accesses)
        changed = have.intersection(had).filter { oldAccesses[$0] != newAccesses[$0] }
        events =
            Self.lifeEvents(from: old, to: new) + Self.selections(from: old, to: new)
            + Self.identityEvents(from: old, to: new) + Self.accountEvents(from: old, to: new)
    }

    private static func lifeEvents(from old: CollaborationRecord, to new: CollaborationRecord) -> [Event] {
        if new.isNameUsedUp { return old.isNameUsedUp ? [] : [.forgotten] }
        switch (old.share?.owner, new.share?.owner) {
        case (nil, let owner?): return [.started(owner)]
        case (_?, nil): return [.ended]
        case (let former?, let owner?) where former != owner: return [.transferred(from: former, to: owner)]
        default: return []
        }
    }

    /// The selections that hold for accounts which still have one: that of an owner or of a removed account is gone.
    private static func selections(from old: CollaborationRecord, to new: CollaborationRecord) -> [Event] {
        guard let share = new.share else { return [] }
        var events: [Event] = []
        if old.share?.selection != share.selection { events.append(.selected(share.selection)) }
        let before = old.share?.selections ?? [:]
        for account in Set(before.keys).union(share.selections.keys).sorted()
        where before[account] != share.selections[account] && account != share.owner
            && new.removedAccounts[account] == nil
        {
            events.append(.selectedFor(account, share.selections[account]))
        }
        return events
    }

    /// What has happened to identities, and to accounts by them.
    private static func identityEvents(from old: CollaborationRecord, to new: CollaborationRecord) -> [Event] {
        guard !new.isNameUsedUp else { return [] }
        var (invited, removed, admitted): ([Event], [Event], [Event]) = ([], [], [])
        // An entry is never deleted, and both lists are in one order.
        var before = old.entries[...]
        for entry in new.entries {
            let status = before.first?.identity == entry.identity ? before.removeFirst().status : nil
            guard status != entry.status else { continue }
            if entry.status == .removed {
                removed.append(.identityRemoved(entry.identity))
            } else if status == nil {
                invited.append(.invited(entry.identity))
            }
            if let holder = entry.status.holder { admitted.append(.admitted(holder, entry.identity)) }
        }
        return invited + removed + admitted
    }

    private static func accountEvents(from old: CollaborationRecord, to new: CollaborationRecord) -> [Event] {
        guard !new.isNameUsedUp else { return [] }
        let removed = new.removedAccounts.filter { old.removedAccounts[$0.key] != $0.value }.keys.sorted()
        let readmitted = old.removedAccounts.keys.filter { new.removedAccounts[$0] == nil }.sorted()
        var events: [Event] = removed.map { .accountRemoved($0) } + readmitted.map { .readmitted($0) }
        guard let share = new.share, let former = old.share else { return events }
        let guests = share.guests.subtracting(former.guests).subtracting([former.owner])
        events += guests.sorted().map { .guestAdmitted($0) }
        // Whoever loses the last identity to an update or to another account has not left.
        let leavers = old.accounts.subtracting(new.accounts).filter { account in
            new.removedAccounts[account] == nil
                && (former.guests.contains(account) || new.entries.contains { $0.status.isLeft(by: account) })
        }
        return events + leavers.sorted().map { .left($0) }
    }
}
