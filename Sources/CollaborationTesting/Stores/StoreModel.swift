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
    private struct Participant: Hashable {
        var collaboration: CollaborationIdentifier
        var identity: Person.Identity
        var account: AccountIdentifier?
    }

    private var participants: [Participant] = []
    private var attempts: [Data: Int64] = [:]

    package init() {}

    package mutating func apply(_ operation: StoreOperation) -> StoreResult {
        switch operation {
        case .update(let update):
            let before = accounts(in: update.collaborationIdentifier)
            for identity in update.addedIdentities { add(identity, to: update.collaborationIdentifier) }
            participants.removeAll {
                $0.collaboration == update.collaborationIdentifier
                    && update.removedIdentities.contains($0.identity)
            }
            return .accounts(before.subtracting(accounts(in: update.collaborationIdentifier)))
        case .pair(let pairing):
            return .outcome(pair(pairing))
        case .accounts(let collaboration):
            return .accounts(accounts(in: collaboration))
        case .identities(let account, let collaboration):
            let found = participants.filter { $0.collaboration == collaboration && $0.account == account }
            return .identities(Set(found.map(\.identity)))
        case .removeAll(let collaboration):
            let before = accounts(in: collaboration)
            participants.removeAll { $0.collaboration == collaboration }
            return .accounts(before)
        }
    }

    private func accounts(in collaboration: CollaborationIdentifier) -> Set<AccountIdentifier> {
        Set(participants.filter { $0.collaboration == collaboration }.compactMap(\.account))
    }

    private mutating func add(_ identity: Person.Identity, to collaboration: CollaborationIdentifier) {
        let isKnown = participants.contains { $0.collaboration == collaboration && $0.identity == identity }
        if !isKnown {
            participants.append(Participant(collaboration: collaboration, identity: identity, account: nil))
        }
    }

    private mutating func pair(_ pairing: Pairing) -> PairingOutcome {
        let attempt = pairing.challengeUse.attempt
        let first = attempts[pairing.challengeUse.challengeIdentifier, default: attempt]
        guard first == attempt else { return .challengeAlreadyUsed }
        attempts[pairing.challengeUse.challengeIdentifier] = attempt
        let place = participants.firstIndex {
            $0.collaboration == pairing.collaborationIdentifier && $0.identity == pairing.identity
        }
        guard let place else { return .unknownIdentity }
        let previous = participants[place].account
        if let previous, previous != pairing.account, pairing.policy == .refuse {
            return .pairedWithAnotherAccount
        }
        participants[place].account = pairing.account
        let isRevoked = previous.map { !accounts(in: pairing.collaborationIdentifier).contains($0) } ?? false
        return .paired(revoked: isRevoked ? previous : nil)
    }
}
