public import CollaborationModels

/// A store in the memory of one process: for a server that is one process, for tests, and as a model for
/// other stores.
///
/// A used challenge is evicted when no server accepts it any more, and a collaboration is deleted with its
/// last identity. Each collaboration has its own lock, so that a large update holds up no other
/// collaboration. ``identities(of:in:)`` and ``pair(_:)`` take constant time, other operations time in
/// proportion to what they are given or return.
public final class InMemoryParticipantStore: ParticipantStore {
    private final class Collaboration: Sendable {
        struct State {
            var roster = ParticipantRoster()

            /// Whether this object was taken out of its shard, or will be, because its roster was empty.
            var isDeleted = false
        }

        let state = Locked(State())
    }

    /// A part of the collaborations and of the used challenges, chosen by their hashes.
    private final class Shard: Sendable {
        let collaborations = Locked<[CollaborationIdentifier: Collaboration]>([:])
        let usedChallenges = Locked(UsedChallenges())
    }

    /// The shards, whose locks are held for one look-up only.
    ///
    /// With 64 of them, tasks on all processors of a server rarely wait for the same lock, and a dictionary
    /// that grows is copied in small parts.
    private let shards = (0..<64).map { _ in Shard() }

    /// Makes an empty store.
    public init() {}

    /// The number of used challenges that are kept.
    package var usedChallengeCount: Int {
        shards.reduce(0) { $0 + $1.usedChallenges.withLock { $0.count } }
    }

    /// The number of collaborations that have an identity.
    package var collaborationCount: Int {
        shards.reduce(0) { $0 + $1.collaborations.withLock { $0.count } }
    }

    /// Adds and removes identities.
    ///
    /// - Throws: ``ParticipantLimitError/collaborationTooLarge(maximum:)``; then nothing has changed.
    public func update(
        _ update: ParticipantsUpdate
    ) async throws(ParticipantLimitError) -> Set<AccountIdentifier> {
        try change(update.collaborationIdentifier) { roster throws(ParticipantLimitError) in
            try roster.update(adding: update.addedIdentities, removing: update.removedIdentities)
        }
    }

    /// Records the use of a challenge, refuses a replay, and pairs an identity with an account.
    public func pair(_ pairing: Pairing) async -> PairingOutcome {
        let shard = shard(of: pairing.challengeUse.digest)
        return change(pairing.collaborationIdentifier) { roster in
            let isReplay = shard.usedChallenges.withLock { !$0.record(pairing.challengeUse) }
            if isReplay { return .challengeAlreadyUsed }
            return roster.pair(pairing.identity, with: pairing.account, policy: pairing.policy)
        }
    }

    /// Returns the accounts that have access to a collaboration.
    public func accounts(in collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        read(collaboration) { $0.pairedAccounts } ?? []
    }

    /// Returns the identities of a collaboration that are paired with an account.
    public func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        read(collaboration) { $0.identities(of: account) } ?? []
    }

    /// Removes all identities of a collaboration.
    public func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        let removed = change(collaboration) { roster in
            defer { roster = ParticipantRoster() }
            return roster
        }
        return removed.pairedAccounts
    }

    private func shard(of key: some Hashable) -> Shard {
        shards[Int(UInt(bitPattern: key.hashValue) % UInt(shards.count))]
    }

    private func read<Value: Sendable>(
        _ identifier: CollaborationIdentifier,
        _ body: (ParticipantRoster) -> Value
    ) -> Value? {
        let collaboration = shard(of: identifier).collaborations.withLock { $0[identifier] }
        // A collaboration that was deleted meanwhile has an empty roster.
        return collaboration?.state.withLock { body($0.roster) }
    }

    private func change<Value: Sendable, Failure>(
        _ identifier: CollaborationIdentifier,
        _ body: (inout ParticipantRoster) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let shard = shard(of: identifier)
        while true {
            let collaboration = shard.collaborations.withLock { collaborations in
                let known = collaborations[identifier] ?? Collaboration()
                collaborations[identifier] = known
                return known
            }
            let (result, isDeleted) = collaboration.state.withLock {
                state -> (Result<Value, Failure>?, Bool) in
                guard !state.isDeleted else { return (nil, true) }
                let result = Result { () throws(Failure) in try body(&state.roster) }
                state.isDeleted = state.roster.isEmpty
                return (result, state.isDeleted)
            }
            if isDeleted {
                shard.collaborations.withLock { if $0[identifier] === collaboration { $0[identifier] = nil } }
            }
            if let result { return try result.get() }
        }
    }
}
