import CollaborationModels
import CollaborationServer
import Foundation

/// A store with one fault, such as an author might make.
struct FaultyStore: ParticipantStore {
    enum Fault: String, CaseIterable, Sendable {
        case lostUpdate
        case forgetsAccountWhenAddedAgain
        case revokesWithFirstIdentity
        case removesBeforeAdding
        case keepsRemovedIdentities
        case mixesCollaborations
        case neverRefusesSecondAccount
        case neverReplaces
        case hidesReplacedAccount
        case neverRecordsChallenges
        case recordsChallengesOfPairingsOnly
        case takesRepetitionForReplay
        case forgetsChallengesWithIdentities
        case keepsIdentitiesWhenAllAreRemoved
    }

    let fault: Fault
    let database: DocumentDatabase
    var pause: @Sendable () async -> Void = { await Task.yield() }

    func update(_ update: ParticipantsUpdate) async -> Set<AccountIdentifier> {
        await change(update.collaborationIdentifier) { document in
            switch fault {
            case .forgetsAccountWhenAddedAgain:
                _ = document.roster.update(adding: [], removing: update.addedIdentities)
            case .removesBeforeAdding:
                let revoked = document.roster.update(adding: [], removing: update.removedIdentities)
                _ = document.roster.update(adding: update.addedIdentities, removing: [])
                return revoked
            case .keepsRemovedIdentities:
                return document.roster.update(adding: update.addedIdentities, removing: [])
            case .revokesWithFirstIdentity:
                let before = document.roster
                _ = document.roster.update(adding: update.addedIdentities, removing: update.removedIdentities)
                return before.pairedAccounts.filter {
                    !before.identities(of: $0).isDisjoint(with: update.removedIdentities)
                }
            default: break
            }
            return document.roster.update(adding: update.addedIdentities, removing: update.removedIdentities)
        }
    }

    func pair(_ pairing: Pairing) async -> PairingOutcome {
        await change(pairing.collaborationIdentifier) { document in
            let use = pairing.challengeUse
            let known = ChallengeUse(
                of: use.challengeIdentifier,
                attempt: fault == .takesRepetitionForReplay ? ChallengeUse.newAttempt() : use.attempt,
                date: use.date,
                forgettable: use.forgettable
            )
            var usedChallenges = document.usedChallenges
            let isFirst = usedChallenges.record(known)
            guard isFirst || fault == .neverRecordsChallenges else { return .challengeAlreadyUsed }
            let outcome = document.roster.pair(
                pairing.identity,
                with: pairing.account,
                policy: policy(pairing)
            )
            if fault != .recordsChallengesOfPairingsOnly || outcome == .paired(revoked: nil) {
                document.usedChallenges = usedChallenges
            }
            guard case .paired = outcome, fault == .hidesReplacedAccount else { return outcome }
            return .paired(revoked: nil)
        }
    }

    private func policy(_ pairing: Pairing) -> PairingPolicy {
        switch fault {
        case .neverRefusesSecondAccount: .replace
        case .neverReplaces: .refuse
        default: pairing.policy
        }
    }

    func accounts(in collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await change(collaboration) { $0.roster.pairedAccounts }
    }

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        await change(collaboration) { $0.roster.identities(of: account) }
    }

    func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await change(collaboration) { document in
            defer {
                if fault != .keepsIdentitiesWhenAllAreRemoved { document.roster = ParticipantRoster() }
                if fault == .forgetsChallengesWithIdentities { document.usedChallenges = UsedChallenges() }
            }
            return document.roster.pairedAccounts
        }
    }

    private func change<Value>(
        _ collaboration: CollaborationIdentifier,
        _ body: (inout DocumentDatabase.Document) -> Value
    ) async -> Value {
        let key = fault == .mixesCollaborations ? collaboration.withoutLastWord : collaboration
        while true {
            await pause()
            var document = database.read(key)
            let value = body(&document)
            await pause()
            if fault == .lostUpdate { document.version = database.read(key).version }
            if database.replace(key, with: document) { return value }
        }
    }
}

extension CollaborationIdentifier {
    fileprivate var withoutLastWord: CollaborationIdentifier {
        CollaborationIdentifier(rawValue.split(separator: " ").dropLast().joined(separator: " "))
    }
}
