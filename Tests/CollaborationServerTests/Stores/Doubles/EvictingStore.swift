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
                    let before = state.uses
                    evicting(&state.uses, use.date)
                    let kept = Set(state.uses)
                    state.evicted += before.filter { !kept.contains($0) }
                    guard let first = state.uses.last(where: { $0.digest == use.digest }) else {
                        return isLate(use, state.evicted)
                    }
                    return first.attempt != use.attempt
                }
                if isReplay { return .outcome(.challengeAlreadyUsed) }
                // With one attempt for all, the store itself takes a replay for a retry.
                let outcome = await store.pair(
                    pairing.with(use: use.with(attempt: 0, expiration: .distantFuture))
                )
                if case .paired = outcome {
                    state.withLock { state in
                        if !state.uses.contains(where: { $0.digest == use.digest }) { state.uses.append(use) }
                    }
                }
                return .outcome(outcome)
            }
        }
    }
}
