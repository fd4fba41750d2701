package import CollaborationServer
package import Foundation

/// A store that evicts at each pairing, by the time of its challenge.
package struct EvictingStore: ForwardingStore {
    package let forwarded: any ParticipantStore
    private let evict: @Sendable (_ date: Date) async throws -> Void

    package init(
        _ store: any ParticipantStore,
        evict: @escaping @Sendable (_ date: Date) async throws -> Void
    ) {
        forwarded = store
        self.evict = evict
    }

    package func pair(_ pairing: Pairing) async throws -> PairingOutcome {
        let outcome = try await forwarded.pair(pairing)
        try await evict(pairing.challengeUse.date)
        return outcome
    }
}
