import CollaborationModels
import CollaborationServer
import Foundation

/// A document store with one fault that an author might make.
struct FaultyStore: ParticipantStore {
    enum Fault: String, CaseIterable, Sendable {
        case losesConcurrentUpdates
        case unpairsIdentityAddedAgain
        case revokesWithFirstIdentity
        case removesBeforeAdding
        case keepsRemovedIdentities
        case mixesCollaborations
        case neverRefusesSecondAccount
        case neverReplaces
        case hidesReplacedAccount
        case neverRecordsChallenges
        case recordsChallengesOfPairingsOnly
        case evictsChallengesAtEveryUse
        case refusesRetries
        case deletesChallengesWithIdentities
        case keepsIdentitiesWhenAllAreRemoved
    }

    let fault: Fault
    let store: DocumentStore

    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        try await change(update.collaborationIdentifier) { document in
            switch fault {
            case .unpairsIdentityAddedAgain:
                _ = try document.roster.update(adding: [], removing: update.addedIdentities)
            case .removesBeforeAdding:
                let revoked = try document.roster.update(adding: [], removing: update.removedIdentities)
                _ = try document.roster.update(adding: update.addedIdentities, removing: [])
                return revoked
            case .keepsRemovedIdentities:
                return try document.roster.update(adding: update.addedIdentities, removing: [])
            case .revokesWithFirstIdentity:
                let before = document.roster
                _ = try document.roster.update(
                    adding: update.addedIdentities,
                    removing: update.removedIdentities
                )
                return before.pairedAccounts.filter {
                    !before.identities(of: $0).isDisjoint(with: update.removedIdentities)
                }
            default: break
            }
            return try document.roster.update(
                adding: update.addedIdentities,
                removing: update.removedIdentities
            )
        }
    }

    func pair(_ pairing: Pairing) async -> PairingOutcome {
        await change(pairing.collaborationIdentifier) { document in
            let use = pairing.challengeUse
            let recordedUse = ChallengeUse(
                digest: use.digest,
                attempt: fault == .refusesRetries ? ChallengeUse.newAttempt() : use.attempt,
                date: use.date,
                expiration: use.expiration
            )
            var usedChallenges = document.usedChallenges
            let isReplay = !usedChallenges.record(recordedUse)
            guard !isReplay || fault == .neverRecordsChallenges else { return .challengeAlreadyUsed }
            if fault == .evictsChallengesAtEveryUse {
                usedChallenges = UsedChallenges()
                _ = usedChallenges.record(recordedUse)
            }
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
        await store.accounts(in: key(collaboration))
    }

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        await store.identities(of: account, in: key(collaboration))
    }

    func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await change(collaboration) { document in
            defer {
                if fault != .keepsIdentitiesWhenAllAreRemoved { document.roster = ParticipantRoster() }
                if fault == .deletesChallengesWithIdentities { document.usedChallenges = UsedChallenges() }
            }
            return document.roster.pairedAccounts
        }
    }

    private func change<Value, Failure>(
        _ collaboration: CollaborationIdentifier,
        _ body: (inout DocumentDatabase.Document) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await store.change(
            key(collaboration),
            ignoringConflicts: fault == .losesConcurrentUpdates,
            body
        )
    }

    /// Returns the name without its last word, which all collaborations of a check share.
    private func key(_ collaboration: CollaborationIdentifier) -> CollaborationIdentifier {
        guard fault == .mixesCollaborations else { return collaboration }
        return CollaborationIdentifier(
            rawValue: collaboration.rawValue.split(separator: " ").dropLast().joined(separator: " ")
        )
    }
}
