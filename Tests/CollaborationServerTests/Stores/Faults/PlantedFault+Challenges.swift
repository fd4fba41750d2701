import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation

/// Challenges that are evicted too early.
extension PlantedFault {
    static let challenges = [
        PlantedFault(
            "The last 64 used challenges are kept",
            breaking: "A used challenge stays recorded, however many are used after it"
        ) { uses, _ in uses = uses.suffix(64) },
        PlantedFault(
            "The last 1,000 used challenges are kept",
            breaking: "A used challenge stays recorded, however many are used after it"
        ) { uses, _ in uses = uses.suffix(1000) },
        PlantedFault(
            "Used challenges are evicted a second before their expiration",
            breaking: "A used challenge stays recorded until its expiration"
        ) { uses, date in uses.removeAll { $0.expiration - 1 < date } },
        PlantedFault(
            "Expirations are rounded down to whole seconds",
            breaking: "A used challenge stays recorded until its expiration"
        ) { uses, date in
            uses.removeAll { $0.expiration.timeIntervalSince1970.rounded(.down) < date.timeIntervalSince1970 }
        },
        PlantedFault(
            "Used challenges have the expiration of the first one",
            breaking: "A used challenge stays recorded until its expiration"
        ) { uses, date in
            if let first = uses.first, first.expiration < date { uses.removeAll() }
        },
        PlantedFault(
            "A clock that was ahead evicts used challenges, and nothing tells that they were evicted",
            breaking: "A replay is refused also after the use of its challenge was evicted"
        ) { uses, date in uses.removeAll { $0.expiration < date } },
        PlantedFault(
            "The expiration of the last evicted use is kept in place of the latest one",
            breaking: "A replay is refused also after the use of its challenge was evicted",
            nodes: {
                let store = EvictingStore(
                    evicting: { uses, date in uses.removeAll { $0.expiration < date } },
                    isLate: { use, evicted in evicted.last.map { use.expiration <= $0.expiration } ?? false }
                )
                return [store.store]
            }
        ),
        PlantedFault(
            "Forgetting a collaboration deletes its used challenges",
            breaking: "Used challenges stay recorded when a collaboration ends or is forgotten",
            nodes: {
                let stores = Locked([InMemoryParticipantStore()])
                return [
                    InterceptedStore { operation in
                        let result = try await operation.perform(on: stores.withLock { $0[0] })
                        if case .forget = operation { stores.withLock { $0 = [InMemoryParticipantStore()] } }
                        return result
                    }
                ]
            }
        ),
        PlantedFault(
            "An identity is looked up before the replay is refused",
            breaking: "A replay is refused as one before its identity and its account are looked at"
        ) { operation, store in
            if case .pair(let pairing) = operation {
                let participants = await store.participants(in: pairing.collaborationIdentifier)
                if !participants.contains(where: { $0.identity == pairing.identity }) {
                    return .outcome(.unknownIdentity)
                }
            }
            return try await operation.perform(on: store)
        },
        PlantedFault(
            "An account is compared before the replay is refused",
            breaking: "A replay is refused as one before its identity and its account are looked at"
        ) { operation, store in
            if case .pair(let pairing) = operation, pairing.policy == .refuse {
                let participants = await store.participants(in: pairing.collaborationIdentifier)
                let account = participants.first { $0.identity == pairing.identity }?.account
                if let account, account != pairing.account { return .outcome(.pairedWithAnotherAccount) }
            }
            return try await operation.perform(on: store)
        },
        PlantedFault(
            "A replay by the account that used the challenge is taken for a retry",
            breaking: "A retry of an attempt is not refused as a replay"
        ) { operation, store in
            let result = try await operation.perform(on: store)
            guard case .pair(let pairing) = operation, result == .outcome(.challengeAlreadyUsed) else {
                return result
            }
            let found = await store.identities(of: pairing.account, in: pairing.collaborationIdentifier)
            return found.isEmpty ? result : .outcome(.paired(revoked: nil))
        },
    ]

    private init(
        _ description: String,
        breaking rule: String,
        evicting: @escaping @Sendable (inout [ChallengeUse], Date) -> Void
    ) {
        self.init(description, breaking: rule) { [EvictingStore(evicting: evicting).store] }
    }
}
