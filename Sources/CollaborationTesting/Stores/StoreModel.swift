import CollaborationModels
import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A plain model of a store, which the conformance checks compare every store with.
///
/// It shares no code with the stores of the package and searches everything that it holds each time.
package struct StoreModel: Hashable, Sendable {
    private struct Entry: Hashable {
        var collaboration: CollaborationIdentifier
        var identity: Person.Identity
        var account: AccountIdentifier?
        var isRemoved = false
    }

    private var entries: [Entry] = []
    private var attempts: [Data: Int64] = [:]

    package init() {}

    package mutating func apply(_ operation: StoreOperation) -> StoreResult {
        switch operation {
        case .update(let update):
            let collaboration = update.collaborationIdentifier
            return .accounts(
                revoked(in: collaboration) { model in
                    for identity in update.addedIdentities { _ = model.entry(identity, in: collaboration) }
                    for identity in update.removedIdentities { model.remove(identity, from: collaboration) }
                }
            )
        case .pair(let pairing):
            return .outcome(pair(pairing))
        case .identities(let account, let collaboration):
            return .identities(identities(in: collaboration) { $0.account == account })
        case .participants(let collaboration):
            let known = entries.filter { $0.collaboration == collaboration && !$0.isRemoved }
            return .participants(Set(known.map { Participant(identity: $0.identity, account: $0.account) }))
        case .collaborations(let account):
            return .collaborations(Set(entries.filter { $0.account == account }.map(\.collaboration)))
        case .remove(let account, let collaboration, let keepingIdentities):
            let taken = identities(in: collaboration) { $0.account == account }
            for identity in taken {
                entries[entry(identity, in: collaboration)].account = nil
                if !keepingIdentities { remove(identity, from: collaboration) }
            }
            return .identities(taken)
        case .removeUnproven(let identities, let collaboration):
            let unproven = self.identities(in: collaboration) {
                $0.account == nil && !$0.isRemoved && identities.contains($0.identity)
            }
            for identity in unproven { remove(identity, from: collaboration) }
            return .identities(unproven)
        case .removeAll(let collaboration):
            return .accounts(
                revoked(in: collaboration) { model in
                    for identity in model.identities(in: collaboration, where: { _ in true }) {
                        model.remove(identity, from: collaboration)
                    }
                }
            )
        case .forget(let collaboration):
            return .accounts(
                revoked(in: collaboration) { model in
                    model.entries.removeAll { $0.collaboration == collaboration }
                }
            )
        }
    }

    /// Makes a change and returns the accounts that thereby lost access.
    private mutating func revoked(
        in collaboration: CollaborationIdentifier,
        by change: (inout StoreModel) -> Void
    ) -> Set<AccountIdentifier> {
        let before = accounts(in: collaboration)
        change(&self)
        return before.subtracting(accounts(in: collaboration))
    }

    private func accounts(in collaboration: CollaborationIdentifier) -> Set<AccountIdentifier> {
        Set(entries.filter { $0.collaboration == collaboration }.compactMap(\.account))
    }

    private func identities(
        in collaboration: CollaborationIdentifier,
        where isIncluded: (Entry) -> Bool
    ) -> Set<Person.Identity> {
        Set(entries.filter { $0.collaboration == collaboration && isIncluded($0) }.map(\.identity))
    }

    private func index(_ identity: Person.Identity, in collaboration: CollaborationIdentifier) -> Int? {
        entries.firstIndex { $0.identity == identity && $0.collaboration == collaboration }
    }

    /// Returns the index of an identity's entry, which is added if there is none.
    private mutating func entry(
        _ identity: Person.Identity,
        in collaboration: CollaborationIdentifier
    ) -> Int {
        if let index = index(identity, in: collaboration) { return index }
        entries.append(Entry(collaboration: collaboration, identity: identity))
        return entries.endIndex - 1
    }

    private mutating func remove(_ identity: Person.Identity, from collaboration: CollaborationIdentifier) {
        let index = entry(identity, in: collaboration)
        entries[index].account = nil
        entries[index].isRemoved = true
    }

    private mutating func pair(_ pairing: Pairing) -> PairingOutcome {
        let use = pairing.challengeUse
        guard attempts[use.challengeIdentifier, default: use.attempt] == use.attempt else {
            return .challengeAlreadyUsed
        }
        guard let index = index(pairing.identity, in: pairing.collaborationIdentifier),
            !entries[index].isRemoved
        else { return .unknownIdentity }
        let previous = entries[index].account
        if let previous, previous != pairing.account, pairing.policy == .refuse {
            return .pairedWithAnotherAccount
        }
        attempts[use.challengeIdentifier] = use.attempt
        let revoked = revoked(in: pairing.collaborationIdentifier) { model in
            model.entries[index].account = pairing.account
        }
        return .paired(revoked: revoked.first)
    }
}
