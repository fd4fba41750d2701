import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@testable import CollaborationServer

@Suite("The rules of a person in every record that some acts lead to")
struct PersonSearchTests {
    @Test("The rules hold in every record, and for every act between two", arguments: PairingPolicy.allCases)
    func search(policy: PairingPolicy) throws {
        let isRelease = BuildConfiguration.isRelease
        var search = PersonSearch(
            policy: policy,
            selections: isRelease ? [[], PersonSearch.offered] : [PersonSearch.offered]
        )
        // The second record is deep in the life of a collaboration, so that few acts more lead to what is rare.
        for (acts, depth) in [([], isRelease ? 6 : 3), (PersonSearch.life, isRelease ? 4 : 2)] {
            var frontier = [try search.record(after: acts)]
            var found = Set(frontier)
            for _ in 0..<depth {
                var next: [CollaborationRecord] = []
                for record in frontier {
                    for act in search.acts {
                        guard let result = search.result(of: act, on: record) else { continue }
                        if found.insert(result).inserted { next.append(result) }
                    }
                }
                for record in next { search.check(record) }
                frontier = next
            }
            #expect(found.count > 100)
        }
        #expect(search.violations == [:])
    }
}

/// Does everything to records of three accounts and two identities, and keeps each broken rule with the first case.
struct PersonSearch {
    struct Act {
        enum Kind {
            case start(Set<OptionIdentifier>)
            case prove(Person.Identity)
            case leave, erase, forget
            case update(adding: [Person.Identity], removing: [Person.Identity])
            case guest
            case select(Set<OptionIdentifier>?)
            case transfer, end
            case remove(CollaborationRecord.Remover)
            case readmit(CollaborationRecord.Remover)
        }

        let kind: Kind
        var account: AccountIdentifier = "account-a"

        /// What the actor must be permitted, and who acts; nil for an account that acts for itself and for the server's acts.
        var permission: (CollaborationCore.Act, CollaborationRecord.Remover)? {
            switch kind {
            case .start, .prove, .leave, .erase, .forget: nil
            case .update: (.addIdentities, .server)
            case .guest: (.admitGuest(account), .server)
            case .select: (.select(account), .server)
            case .transfer: (.transfer(account), .server)
            case .end: (.end, .server)
            case .remove(let remover): (.remove(account), remover)
            case .readmit(let remover): (.readmit(account), remover)
            }
        }
    }

    static let accounts: [AccountIdentifier] = ["account-a", "account-b", "account-c"]
    static let identities: [Person.Identity] = [.sample(1), .sample(2)]
    static let offered: Set<OptionIdentifier> = ["read", "write"]
    static let updates: [Act] =
        identities.flatMap { [Act.Kind.update(adding: [$0], removing: []), .update(adding: [], removing: [$0])] }
        .map { Act(kind: $0) } + [Act(kind: .update(adding: identities, removing: [identities[0]]))]

    /// "account-b" holds the first identity, has left with the second, and has a selection of its own; "account-c" is a guest.
    static let life: [Act] =
        [Act(kind: .start(["write"])), Act(kind: .update(adding: identities, removing: []))]
        + [.prove(identities[0]), .prove(identities[1]), .leave, .prove(identities[0]), .select(["read"])].map {
            Act(kind: $0, account: "account-b")
        } + [Act(kind: .guest, account: "account-c")]

    let policy: PairingPolicy
    let acts: [Act]
    private(set) var violations: [String: String] = [:]

    init(policy: PairingPolicy, selections: [Set<OptionIdentifier>]) {
        self.policy = policy
        let kinds: [Act.Kind] =
            selections.flatMap { [.start($0), .select($0)] } + Self.identities.map { .prove($0) }
            + [.leave, .erase, .guest, .select(nil), .transfer]
            + [.account, .server].flatMap { [.remove($0), .readmit($0)] }
        acts =
            Self.accounts.flatMap { account in kinds.map { Act(kind: $0, account: account) } }
            + Self.updates + [Act(kind: .end), Act(kind: .forget)]
    }

    private mutating func expect(_ condition: Bool, _ rule: String, _ context: () -> String) {
        if !condition, violations[rule] == nil { violations[rule] = context() }
    }

    // MARK: - Acts

    func record(
        after acts: [Act],
        from record: CollaborationRecord = .init()
    ) throws(CollaborationError) -> CollaborationRecord {
        var record = record
        for act in acts { try apply(act, to: &record) }
        return record
    }

    private func apply(_ act: Act, to record: inout CollaborationRecord) throws(CollaborationError) {
        let account = act.account
        if let (permission, remover) = act.permission {
            let actor = remover == .server ? .server : Collaboration.Actor.account(record.share?.owner ?? account)
            try record.check(actor, may: permission, offered: Self.offered) { access, _ in access.isOwner }
        }
        switch act.kind {
        case .start(let options): try record.start(by: account, selecting: options)
        case .prove(let identity):
            let use = ChallengeUse.sample(1, by: account)
            try record.admit(identity, as: account, using: use, at: Date(timeIntervalSince1970: 0), policy: policy)
            record.usedChallenges = UsedChallenges()
        case .leave: try record.leave(account)
        case .erase: record.erase(account)
        case .forget: record.forget()
        case .update(let added, let removed): try record.update(adding: added, removing: removed)
        case .guest: try record.admitGuest(account)
        case .select(let options): try record.select(options, for: account)
        case .transfer: try record.transfer(to: account)
        case .end: record.end()
        case .remove(let remover): try record.remove(account, by: remover)
        case .readmit(let remover): try record.readmit(account, by: remover)
        }
    }

    /// What an act leads to; nil if it is refused.
    mutating func result(of act: Act, on old: CollaborationRecord) -> CollaborationRecord? {
        let account = act.account
        let new = try? record(after: [act], from: old)
        expect((new == nil) == isRefused(act, on: old), "an act is refused if and only if a rule is broken") {
            "\(act): \(old)"
        }
        guard let new else { return nil }
        let context = { "\(act): \(old) -> \(new)" }
        let erased = if case .erase = act.kind { account } else { nil as AccountIdentifier? }
        let change = Change(from: old, to: new, in: "doc-42", by: .server, erasing: erased)
        expect(change.isEmpty == (old == new), "a change is empty if and only if the record is the same", context)
        expect(change.events.allSatisfy { tells($0, of: act) }, "a change tells what the act does", context)
        let (had, have) = (old.accounts, new.accounts)
        expect(change.gained == have.subtracting(had) && change.lost == had.subtracting(have), "gained, lost", context)
        let changed = had.intersection(have).filter { access(of: $0, in: old) != access(of: $0, in: new) }
        expect(change.changed == changed, "changed", context)
        expect(change.gained.isSubset(of: [account]), "nobody else gains access", context)
        expect(isFinal(act, from: old, to: new), "a removal is final", context)
        switch act.kind {
        case .prove(let identity):
            guard let share = old.share, let index = old.index(of: identity), share.owner != account else { break }
            let inherited = old.entries[index].status.holders.last.flatMap { share.selections[$0] }
            let selection = share.selections[account] ?? inherited
            expect(new.share?.selections[account] == selection, "nobody widens himself by another account", context)
        case .transfer where old.share?.owner != account:
            let isGuest = old.share.flatMap { new.share?.guests.contains($0.owner) } == true
            expect(isGuest, "the former owner is a guest", context)
            for update in Self.updates {
                let before = try? record(after: [update, act], from: old)
                let after = try? record(after: [update], from: new)
                expect(before == nil || before == after, "a transfer commutes with updates", context)
            }
        case .remove(let remover):
            let former = old.removedAccounts[account]
            expect(
                new.removedAccounts[account] == (former == .server ? former : remover),
                "a removal is remembered",
                context
            )
        case .readmit: expect(new.removedAccounts[account] == nil, "a readmitted account is not removed", context)
        case .erase: expect(!new.names.contains(account), "an erased account is not named", context)
        case .end: expect(new.share == nil && new.removedAccounts == old.removedAccounts, "end", context)
        default: break
        }
        return new
    }

    private func access(of account: AccountIdentifier, in record: CollaborationRecord) -> Access? {
        record.access(of: account, offered: Self.offered)
    }

    private func tells(_ event: Change.Event, of act: Act) -> Bool {
        switch (act.kind, event) {
        case (.start, .selected), (.update, .invited), (.update, .identityRemoved), (.remove, .identityRemoved),
            (.end, .identityRemoved), (.end, .ended), (.erase, .identityRemoved), (.erase, .ended),
            (.forget, .forgotten):
            true
        case (.start, .started(let account)), (.prove, .admitted(let account, _)), (.leave, .left(let account)),
            (.prove, .selectedFor(let account, _)), (.select, .selectedFor(let account, _)),
            (.guest, .guestAdmitted(let account)), (.transfer, .transferred(_, let account)),
            (.remove, .accountRemoved(let account)), (.readmit, .readmitted(let account)),
            (.erase, .erased(let account)):
            account == act.account
        default: false
        }
    }

    /// Whether what was removed is still removed, by the server too if it was.
    private func isFinal(_ act: Act, from old: CollaborationRecord, to new: CollaborationRecord) -> Bool {
        if case .forget = act.kind { return new.isNameUsedUp }
        let lifted = old.removedAccounts.filter { new.removedAccounts[$0.key] != $0.value }.keys
        let isLifting =
            switch act.kind {
            case .readmit, .erase, .remove(.server): true
            default: false
            }
        return new.isNameUsedUp == old.isNameUsedUp && lifted.allSatisfy { isLifting && $0 == act.account }
            && old.entries.allSatisfy { $0.status != .removed || new.entries.contains($0) }
    }

    /// Whether an act is refused for some reason; for which one, the tables say.
    private func isRefused(_ act: Act, on record: CollaborationRecord) -> Bool {
        let (account, isStarted) = (act.account, record.share != nil)
        let (isOwner, isRemoved) = (record.share?.owner == account, record.removedAccounts[account] != nil)
        switch act.kind {
        case .forget, .erase: return false
        case .start: return record.isNameUsedUp || (isStarted ? !isOwner : isRemoved)
        case .update, .end: return !isStarted
        case .guest: return !isStarted || isRemoved
        case .select: return !isStarted || isRemoved || isOwner
        case .leave: return isOwner || !record.accounts.contains(account)
        case .transfer: return !record.accounts.contains(account)
        case .remove(let remover): return record.isNameUsedUp || isOwner || remover == .account && !isStarted
        case .readmit(.server): return record.isNameUsedUp
        case .readmit(.account): return !isStarted || record.removedAccounts[account] == .server
        case .prove(let identity):
            guard isStarted, !isRemoved, let entry = record.entries.first(where: { $0.identity == identity }) else {
                return true
            }
            let isTaken = entry.status.holder.map { $0 != account } == true
            return entry.status == .removed || isTaken && policy == .refuse
        }
    }

    // MARK: - Records

    mutating func check(_ record: CollaborationRecord) {
        let context = { "\(record)" }
        let read = try? CollaborationRecord(storedForm: record.storedForm, of: "doc-42")
        expect(read == record, "a record survives its stored form", context)
        for account in Self.accounts {
            let access = access(of: account, in: record)
            expect((access != nil) == record.accounts.contains(account), "who has access is in the index", context)
            let mayAct =
                (try? record.check(.account(account), may: .end, offered: []) { access, _ in access.isOwner }) != nil
            expect(mayAct == (record.share?.owner == account), "who may act", context)
            guard record.removedAccounts[account] != nil else { continue }
            let isKnown = record.entries.contains { $0.status.holders.contains(account) }
            let isSelectedFor = record.share?.selections[account] != nil
            expect(access == nil && !isKnown && !isSelectedFor, "a removed account has nothing", context)
        }
        guard let share = record.share else {
            let isBare =
                record.entries.allSatisfy { $0.status == .removed } && record.names == Set(record.removedAccounts.keys)
            return expect(isBare && record.accounts.isEmpty, "without a share nobody has access", context)
        }
        expect(
            access(of: share.owner, in: record)?.permittedOptions == Self.offered,
            "the owner may everything",
            context
        )
        let isPlain = !share.guests.contains(share.owner) && share.selections[share.owner] == nil
        expect(isPlain, "the owner is no guest and has no selection", context)
        for first in Self.updates {
            for second in Self.updates {
                let (forth, back) = (
                    try? self.record(after: [first, second], from: record),
                    try? self.record(after: [second, first, second], from: record)
                )
                expect(forth != nil && forth == back, "updates commute, and can be sent again", context)
            }
        }
    }
}
