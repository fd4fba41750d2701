import CollaborationCore

extension Change {
    /// What is different between two records of one collaboration, by an erasure of an account or by another act.
    init(
        from old: CollaborationRecord,
        to new: CollaborationRecord,
        in collaboration: CollaborationIdentifier,
        by actor: Collaboration.Actor,
        erasing erased: AccountIdentifier? = nil
    ) {
        (self.collaboration, self.actor) = (collaboration, actor)
        // Most admissions are of people who were admitted before.
        guard old.withoutUsedChallenges != new.withoutUsedChallenges else {
            (gained, lost, changed, events) = ([], [], [], [])
            return
        }
        let (oldAccesses, newAccesses) = (old.accesses, new.accesses)
        let (had, have) = (Set(oldAccesses.keys), Set(newAccesses.keys))
        gained = have.subtracting(had)
        lost = had.subtracting(have)
        changed = have.intersection(had).filter { oldAccesses[$0] != newAccesses[$0] }
        let (life, identities) = (Self.lifeEvents(from: old, to: new), Self.identityEvents(from: old, to: new))
        events =
            if let erased {
                life + identities + [.erased(erased)]
            } else {
                life + Self.selections(from: old, to: new) + identities + Self.accountEvents(from: old, to: new)
            }
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

    /// The entries that are new or have another status.
    private static func changedEntries(
        from old: CollaborationRecord,
        to new: CollaborationRecord
    ) -> [(entry: CollaborationRecord.Entry, before: CollaborationRecord.Status?)] {
        // An entry is never deleted, and both lists are in one order.
        var before = old.entries[...]
        return new.entries.compactMap { entry in
            let status = before.first?.identity == entry.identity ? before.removeFirst().status : nil
            return status == entry.status ? nil : (entry, status)
        }
    }

    private static func identityEvents(from old: CollaborationRecord, to new: CollaborationRecord) -> [Event] {
        let changed = changedEntries(from: old, to: new)
        return changed.filter { $0.before == nil && $0.entry.status != .removed }.map { .invited($0.entry.identity) }
            + changed.filter { $0.entry.status == .removed }.map { .identityRemoved($0.entry.identity) }
            + changed.compactMap { changed in
                let holder = changed.entry.status.holder
                return holder == changed.before?.holder ? nil : holder.map { .admitted($0, changed.entry.identity) }
            }
    }

    private static func accountEvents(from old: CollaborationRecord, to new: CollaborationRecord) -> [Event] {
        guard !new.isNameUsedUp else { return [] }
        let removed = new.removedAccounts.filter { old.removedAccounts[$0.key] != $0.value }.keys.sorted()
        let readmitted = old.removedAccounts.keys.filter { new.removedAccounts[$0] == nil }.sorted()
        let events: [Event] = removed.map { .accountRemoved($0) } + readmitted.map { .readmitted($0) }
        guard let share = new.share, let former = old.share else { return events }
        // The former owner is a guest by the transfer, and the new one is none any more.
        let guests = share.guests.subtracting(former.guests).subtracting([former.owner])
        let parted = former.guests.subtracting(share.guests).subtracting(removed).subtracting([share.owner])
        let leavers = changedEntries(from: old, to: new).compactMap { changed in
            changed.before?.holder.flatMap { changed.entry.status.isLeft(by: $0) ? $0 : nil }
        }
        return events + guests.sorted().map { .guestAdmitted($0) }
            + parted.union(leavers).sorted().map { .left($0) }
    }
}
