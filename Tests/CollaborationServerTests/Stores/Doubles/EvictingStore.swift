import CollaborationCrypto
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// A store that keeps the uses of challenges by a rule of its own.
struct EvictingStore: Sendable {
    /// Deletes uses, given the date of the new one.
    let evicting: @Sendable (inout [ChallengeUse], Date) -> Void

    /// Whether a use that is not recorded is refused, given those that were evicted.
    var isLate: @Sendable (ChallengeUse, _ evicted: [ChallengeUse]) -> Bool = { _, _ in false }

    /// Evicts a use, and refuses a new one, when a clock says that it has expired.
    static func byClock(_ clock: @escaping @Sendable () -> Date) -> EvictingStore {
        EvictingStore(
            evicting: { uses, _ in
                let now = clock()
                uses.removeAll { $0.expiration < now }
            },
            isLate: { use, _ in use.expiration < clock() }
        )
    }

    private struct State {
        var uses: [ChallengeUse] = []
        var evicted: [ChallengeUse] = []

        /// The attempt of each use that is kept.
        var attempts: [SHA256Digest: Int64] = [:]

        mutating func record(_ use: ChallengeUse) {
            guard attempts[use.digest] == nil else { return }
            attempts[use.digest] = use.attempt
            uses.append(use)
        }

        mutating func evict(_ evicting: (inout [ChallengeUse]) -> Void) {
            let before = uses
            evicting(&uses)
            guard uses.count < before.count else { return }
            let kept = Set(uses.map(\.digest))
            for use in before where !kept.contains(use.digest) {
                attempts[use.digest] = nil
                evicted.append(use)
            }
        }
    }

    var store: InterceptedStore {
        let store = InMemoryParticipantStore()
        let lock = TaskLock()
        let state = Locked(State())
        return InterceptedStore { operation in
            guard case .pair(let pairing) = operation else { return try await operation.perform(on: store) }
            return await lock.withLock {
                let use = pairing.challengeUse
                let isReplay = state.withLock { state in
                    state.evict { evicting(&$0, use.date) }
                    guard let attempt = state.attempts[use.digest] else { return isLate(use, state.evicted) }
                    return attempt != use.attempt
                }
                if isReplay { return .outcome(.challengeAlreadyUsed) }
                // With one attempt for all, the store itself takes a replay for a retry.
                let outcome = await store.pair(
                    pairing.with(use: use.with(attempt: 0, expiration: .distantFuture))
                )
                if case .paired = outcome {
                    state.withLock { $0.record(use) }
                }
                return .outcome(outcome)
            }
        }
    }
}
