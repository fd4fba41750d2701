import CollaborationCrypto
import CollaborationCore
import Foundation

@testable import CollaborationServer

/// A plain model of the record of a collaboration, for comparison with it.
///
/// It shares no code with `CollaborationRecord`, searches everything that it holds each time, and never forgets a use of a challenge.
struct RecordModel: Hashable, Sendable {
    private struct Entry: Hashable {
        let identity: Person.Identity
        var account: AccountIdentifier?
        var isRemoved = false
    }

    private struct Use: Hashable {
        let challenge: SHA256Digest
        let expiration: Date
        var isEvicted = false
    }

    private var entries: [Entry] = []
    private var uses: [Use] = []

    /// Whether nothing needs to be stored.
    var isEmpty: Bool { entries.isEmpty && uses.allSatisfy(\.isEvicted) }

    var accounts: Set<AccountIdentifier> { Set(entries.compactMap(\.account)) }

    mutating func apply(_ operation: RecordOperation) -> RecordResult {
        switch operation {
        case .update(let added, let removed):
            return .accounts(
                lost { model in
                    for identity in added { _ = model.entry(of: identity) }
                    for identity in removed { model.remove(identity) }
                }
            )
        case .admit(let identity, let challenge, let policy):
            return admit(identity, challenge, policy)
        case .remove(let account, let keepingIdentities):
            let taken = identities { $0.account == account }
            for identity in taken {
                entries[entry(of: identity)].account = nil
                if !keepingIdentities { remove(identity) }
            }
            return .identities(taken)
        case .removeUnproven(let identities):
            let unproven = self.identities {
                $0.account == nil && !$0.isRemoved && identities.contains($0.identity)
            }
            for identity in unproven { remove(identity) }
            return .identities(unproven)
        case .end:
            return .accounts(
                lost { model in
                    for identity in model.identities(where: { _ in true }) { model.remove(identity) }
                }
            )
        case .forget(let date):
            evict(before: date)
            return .accounts(lost { $0.entries = [] })
        case .identities(let account):
            return .identities(identities { $0.account == account })
        case .isListed(let account):
            return .isListed(accounts.contains(account))
        case .participants:
            let known = entries.filter { !$0.isRemoved }
                .sorted { $0.identity.rootHash.lexicographicallyPrecedes($1.identity.rootHash) }
            return .participants(known.map { Participant(identity: $0.identity, account: $0.account) })
        }
    }

    /// Makes a change and returns the accounts that it took access from.
    private mutating func lost(by change: (inout RecordModel) -> Void) -> Set<AccountIdentifier> {
        let before = accounts
        change(&self)
        return before.subtracting(accounts)
    }

    private func identities(where isIncluded: (Entry) -> Bool) -> Set<Person.Identity> {
        Set(entries.filter(isIncluded).map(\.identity))
    }

    /// Returns the index of an identity's entry, which is added if there is none.
    private mutating func entry(of identity: Person.Identity) -> Int {
        if let index = entries.firstIndex(where: { $0.identity == identity }) { return index }
        entries.append(Entry(identity: identity))
        return entries.endIndex - 1
    }

    private mutating func remove(_ identity: Person.Identity) {
        let index = entry(of: identity)
        entries[index].account = nil
        entries[index].isRemoved = true
    }

    private mutating func evict(before date: Date, atMost maximum: Int = .max) {
        let expired = uses.indices.filter { !uses[$0].isEvicted && uses[$0].expiration < date }
        // Of two that expire at once either may go: both are refused from then on.
        for index in expired.sorted(by: { uses[$0].expiration < uses[$1].expiration }).prefix(maximum) {
            uses[index].isEvicted = true
        }
    }

    private mutating func admit(
        _ identity: Person.Identity,
        _ challenge: ValidChallenge,
        _ policy: PairingPolicy
    ) -> RecordResult {
        let isReplay = uses.contains {
            $0.challenge == challenge.identifier || $0.isEvicted && challenge.expiration <= $0.expiration
        }
        guard !isReplay else { return .refused(.challengeAlreadyUsed) }
        guard let index = entries.firstIndex(where: { $0.identity == identity && !$0.isRemoved }) else {
            return .refused(.unknownIdentity)
        }
        let isTaken = entries[index].account != nil && entries[index].account != challenge.account
        guard !isTaken || policy == .replace else { return .refused(.identityOfAnotherAccount) }
        evict(before: challenge.validated, atMost: 4)
        uses.append(Use(challenge: challenge.identifier, expiration: challenge.expiration))
        return .admitted(revoked: lost { $0.entries[index].account = challenge.account }.first)
    }
}
