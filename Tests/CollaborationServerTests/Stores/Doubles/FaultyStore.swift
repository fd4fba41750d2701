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
        case recordsRefusedChallenges
        case evictsChallengesAtEveryUse
        case refusesRetries
        case deletesChallengesWithIdentities
        case keepsIdentitiesWhenAllAreRemoved
        case forgetsRemovedIdentities
        case forgetsRemovalsOfUnknownIdentities
    }

    let fault: Fault
    let store: DocumentStore

    var identifier: StoreIdentifier { store.identifier }

    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        let (added, removed) = (update.addedIdentities, update.removedIdentities)
        return try await change(update.collaborationIdentifier) { participants, _ in
            switch fault {
            case .unpairsIdentityAddedAgain:
                let kept = participants.participants.filter { !added.contains($0.identity) }
                participants = try ParticipantRoster(kept, knowing: added)
                return try participants.update(adding: [], removing: removed)
            case .removesBeforeAdding:
                let known = Set(participants.participants.map(\.identity))
                let revoked = try participants.update(adding: [], removing: removed.filter(known.contains))
                _ = try participants.update(adding: added, removing: [])
                return revoked
            case .keepsRemovedIdentities:
                return try participants.update(adding: added, removing: [])
            case .revokesWithFirstIdentity:
                let before = participants
                _ = try participants.update(adding: added, removing: removed)
                return before.pairedAccounts.filter { !before.identities(of: $0).isDisjoint(with: removed) }
            case .forgetsRemovedIdentities:
                let revoked = try participants.update(adding: added, removing: removed)
                participants = try ParticipantRoster(participants.participants)
                return revoked
            case .forgetsRemovalsOfUnknownIdentities:
                let known = Set(participants.participants.map(\.identity)).union(added)
                return try participants.update(adding: added, removing: removed.filter(known.contains))
            default:
                return try participants.update(adding: added, removing: removed)
            }
        }
    }

    func pair(_ pairing: Pairing) async -> PairingOutcome {
        await change(pairing.collaborationIdentifier) { participants, usedChallenges in
            let use = pairing.challengeUse
            let faultyPairing = Pairing(
                collaborationIdentifier: pairing.collaborationIdentifier,
                identity: pairing.identity,
                account: pairing.account,
                challengeUse: ChallengeUse(
                    digest: use.digest,
                    attempt: fault == .refusesRetries ? ChallengeUse.newAttempt() : use.attempt,
                    date: use.date,
                    expiration: use.expiration
                ),
                policy: policy(pairing)
            )
            if fault == .neverRecordsChallenges { usedChallenges = UsedChallenges() }
            let outcome = participants.pair(faultyPairing, using: &usedChallenges)
            if fault == .recordsRefusedChallenges { _ = usedChallenges.record(use) }
            if fault == .evictsChallengesAtEveryUse {
                usedChallenges = UsedChallenges()
                _ = usedChallenges.record(use)
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

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        await store.identities(of: account, in: key(collaboration))
    }

    func participants(in collaboration: CollaborationIdentifier) async -> Set<Participant> {
        await store.participants(in: key(collaboration))
    }

    func collaborations(of account: AccountIdentifier) async -> Set<CollaborationIdentifier> {
        await store.collaborations(of: account)
    }

    func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async -> Set<Person.Identity> {
        await change(collaboration) { participants, _ in
            participants.remove(account, keepingIdentities: keepingIdentities)
        }
    }

    func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        await change(collaboration) { participants, _ in participants.removeUnproven(identities) }
    }

    func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await change(collaboration) { participants, usedChallenges in
            if fault == .deletesChallengesWithIdentities { usedChallenges = UsedChallenges() }
            guard fault != .keepsIdentitiesWhenAllAreRemoved else { return participants.pairedAccounts }
            return participants.removeAll()
        }
    }

    func forget(_ collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await change(collaboration) { participants, _ in
            defer { participants = ParticipantRoster() }
            return participants.pairedAccounts
        }
    }

    private func change<Value, Failure>(
        _ collaboration: CollaborationIdentifier,
        _ body: (inout ParticipantRoster, inout UsedChallenges) throws(Failure) -> Value
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

extension ParticipantRoster {
    /// Makes a roster that has forgotten which identities were removed.
    fileprivate init(
        _ participants: Set<Participant>,
        knowing unproven: [Person.Identity] = []
    ) throws(ParticipantLimitError) {
        self.init()
        _ = try update(adding: participants.map(\.identity) + unproven, removing: [])
        for participant in participants {
            guard let account = participant.account else { continue }
            _ = pair(participant.identity, with: account, policy: .refuse)
        }
    }
}
