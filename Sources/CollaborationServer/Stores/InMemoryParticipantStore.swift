public import CollaborationModels

/// A store in the memory of one process: for a server that is one process, for a test, and as the pattern of
/// other stores.
///
/// It forgets a used challenge when no server takes it for valid any more, and a collaboration with its last
/// identity. All operations hold one lock for about a microsecond.
public final class InMemoryParticipantStore: ParticipantStore {
    private struct State {
        var rosters: [CollaborationIdentifier: ParticipantRoster] = [:]
        var usedChallenges = UsedChallenges()
    }

    private let state = Locked(State())

    /// Makes an empty store.
    public init() {}

    /// The number of used challenges that are remembered.
    public var usedChallengeCount: Int { state.withLock { $0.usedChallenges.count } }

    /// The number of collaborations that have an identity.
    public var collaborationCount: Int { state.withLock { $0.rosters.count } }

    /// Adds and removes identities in one step.
    public func update(_ update: ParticipantsUpdate) async -> Set<AccountIdentifier> {
        state.withLock { state in
            let identifier = update.collaborationIdentifier
            // Moved out and back, so that the roster is not copied for the change.
            var roster = state.rosters.removeValue(forKey: identifier) ?? ParticipantRoster()
            let revoked = roster.update(adding: update.addedIdentities, removing: update.removedIdentities)
            if !roster.isEmpty { state.rosters[identifier] = roster }
            return revoked
        }
    }

    /// Uses up a challenge and pairs an identity with an account in one step.
    public func pair(_ pairing: Pairing) async -> PairingOutcome {
        state.withLock { state in
            guard state.usedChallenges.record(pairing.challengeUse) else { return .challengeAlreadyUsed }
            return state.rosters[pairing.collaborationIdentifier]?
                .pair(pairing.identity, with: pairing.account, policy: pairing.policy) ?? .unknownIdentity
        }
    }

    /// The accounts that have access to a collaboration.
    public func accounts(in collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        state.withLock { $0.rosters[collaboration]?.pairedAccounts ?? [] }
    }

    /// The identities of a collaboration that are paired with an account.
    public func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        state.withLock { $0.rosters[collaboration]?.identities(of: account) ?? [] }
    }

    /// Removes all identities of a collaboration.
    public func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        state.withLock { $0.rosters.removeValue(forKey: collaboration)?.pairedAccounts ?? [] }
    }
}
