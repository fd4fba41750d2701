public import CollaborationModels

/// A store in the memory of one process: for a server that is one process, for tests, and as a model for
/// other stores.
///
/// After a restart it is empty and has another identifier, so that challenges from before are refused. A used
/// challenge is evicted when no server accepts it any more.
///
/// Each collaboration has its own lock, so that a large update holds up no other collaboration. The tables grow a few
/// entries at a time, so that no call pays for others before it. ``identities(of:in:)`` takes constant time for an
/// account with up to 256 identities there, and ``pair(_:)`` logarithmic time in the number of used challenges. Other
/// operations take time in proportion to what they are given, return or delete. Large results are copied after the
/// lock has been released.
public final class InMemoryParticipantStore: ParticipantStore {
    private final class Collaboration: Sendable {
        struct State {
            var roster = ParticipantRoster()

            /// Whether this object was taken out of its shard, or will be, because its roster was empty.
            var isDeleted = false
        }

        let state = Locked(State())
    }

    /// A part of the collaborations, the used challenges and the accounts, chosen by their hashes.
    private final class Shard: Sendable {
        let collaborations = Locked(LinearHashTable<CollaborationIdentifier, Collaboration>())
        let usedChallenges = Locked(UsedChallenges())

        /// The collaborations of each account, changed under the lock of the collaboration.
        let collaborationsOfAccounts = Locked(Multimap<AccountIdentifier, CollaborationIdentifier>())
    }

    /// The shards, whose locks are held for one look-up or one change only.
    ///
    /// With 64 of them, tasks on all processors of a server rarely wait for the same lock.
    private let shards = (0..<(1 << shardBits)).map { _ in Shard() }

    private static let shardBits = 6

    /// Identifies the data of this store.
    public let identifier: StoreIdentifier

    /// Makes an empty store.
    ///
    /// - Parameter identifier: Identifies the data of this store. Give another one to each store, except in a test.
    public init(identifier: StoreIdentifier = StoreIdentifier()) {
        self.identifier = identifier
    }

    /// The number of used challenges that are kept.
    package var usedChallengeCount: Int {
        shards.reduce(0) { $0 + $1.usedChallenges.withLock { $0.count } }
    }

    /// The number of collaborations that have an identity, known or removed.
    package var collaborationCount: Int {
        shards.reduce(0) { $0 + $1.collaborations.withLock { $0.count } }
    }

    /// Adds identities, and removes others for good.
    ///
    /// - Throws: ``ParticipantLimitError/collaborationTooLarge(maximum:)``; then nothing has changed.
    public func update(
        _ update: ParticipantsUpdate
    ) async throws(ParticipantLimitError) -> Set<AccountIdentifier> {
        let collaboration = update.collaborationIdentifier
        return try change(collaboration) { roster throws(ParticipantLimitError) in
            let revoked = try roster.update(
                adding: update.addedIdentities,
                removing: update.removedIdentities
            )
            unlist(collaboration, of: revoked)
            return revoked
        }
    }

    /// Refuses a replay, pairs an identity with an account, and records the use of the challenge.
    public func pair(_ pairing: Pairing) async -> PairingOutcome {
        let shard = shard(of: pairing.challengeUse.digest)
        let collaboration = pairing.collaborationIdentifier
        return change(collaboration) { roster in
            let outcome = shard.usedChallenges.withLock { roster.pair(pairing, using: &$0) }
            if case .paired(let revoked) = outcome {
                list(collaboration, of: pairing.account)
                if let revoked { unlist(collaboration, of: [revoked]) }
            }
            return outcome
        }
    }

    /// Returns the identities of a collaboration that are paired with an account.
    public func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        read(collaboration) { $0.identities[account] }?.members ?? []
    }

    /// Returns the known identities of a collaboration, each with its account.
    public func participants(in collaboration: CollaborationIdentifier) async -> Set<Participant> {
        read(collaboration) { $0 }?.participants ?? []
    }

    /// Returns the collaborations that an account has access to.
    public func collaborations(of account: AccountIdentifier) async -> Set<CollaborationIdentifier> {
        shard(of: account).collaborationsOfAccounts.withLock { $0[account] }.members
    }

    /// Takes all identities of a collaboration from an account, and keeps them or removes them for good.
    public func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async -> Set<Person.Identity> {
        change(collaboration) { roster in
            unlist(collaboration, of: [account])
            return roster.remove(account, keepingIdentities: keepingIdentities)
        }
    }

    /// Removes those of some identities that are not paired with an account, for good.
    public func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        change(collaboration) { $0.removeUnproven(identities) }
    }

    /// Removes all identities of a collaboration for good.
    public func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        change(collaboration) { roster in
            let revoked = roster.removeAll()
            unlist(collaboration, of: revoked)
            return revoked
        }
    }

    /// Deletes all that is stored about a collaboration, but its used challenges.
    public func forget(_ collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        change(collaboration) { roster in
            let revoked = roster.pairedAccounts
            unlist(collaboration, of: revoked)
            roster = ParticipantRoster()
            return revoked
        }
    }

    private func list(_ collaboration: CollaborationIdentifier, of account: AccountIdentifier) {
        shard(of: account).collaborationsOfAccounts.withLock { $0.insert(collaboration, for: account) }
    }

    private func unlist(_ collaboration: CollaborationIdentifier, of accounts: Set<AccountIdentifier>) {
        for account in accounts {
            shard(of: account).collaborationsOfAccounts.withLock {
                _ = $0.remove(collaboration, for: account)
            }
        }
    }

    private func shard(of key: some Hashable) -> Shard {
        // The first bits of the hash, since the tables in the shard use the last ones.
        shards[Int(UInt(bitPattern: key.hashValue) >> UInt(UInt.bitWidth - Self.shardBits))]
    }

    /// Runs a closure that reads a collaboration, under the lock of this collaboration alone.
    ///
    /// - Returns: What the closure returns, or nil for a collaboration that is not known.
    package func read<Value: Sendable>(
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
                if let known = collaborations[identifier] { return known }
                let new = Collaboration()
                collaborations.updateValue(new, forKey: identifier)
                return new
            }
            let (result, isDeleted) = collaboration.state.withLock {
                state -> (Result<Value, Failure>?, Bool) in
                guard !state.isDeleted else { return (nil, true) }
                let result = Result { () throws(Failure) in try body(&state.roster) }
                state.isDeleted = state.roster.isEmpty
                return (result, state.isDeleted)
            }
            if isDeleted {
                shard.collaborations.withLock {
                    if $0[identifier] === collaboration { $0.removeValue(forKey: identifier) }
                }
            }
            if let result { return try result.get() }
        }
    }
}
