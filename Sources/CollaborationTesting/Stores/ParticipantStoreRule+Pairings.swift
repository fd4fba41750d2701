import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ParticipantStoreRule {
    static let pairings = [
        ParticipantStoreRule("pairs an identity with the same account any number of times") { store, check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0]))
            for (challenge, policy) in [PairingPolicy.refuse, .replace, .refuse].enumerated() {
                let pairing = scene.pairing(0, with: 0, challenge: challenge, policy: policy)
                try check.expect(try await store.pair(pairing), .paired(revoked: nil), "the outcome")
            }
            let found = try await store.identities(of: scene.accounts[0], in: scene.collaboration)
            try check.expect(found, [scene.identities[0]], "identities")
            let revoked = try await store.update(scene.update(removing: [0]))
            try check.expect(revoked, [scene.accounts[0]], "revoked")
        },
        ParticipantStoreRule("refuses an identity to a second account where the policy is to refuse") {
            store,
            check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0]))
            _ = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            let outcome = try await store.pair(scene.pairing(0, with: 1, challenge: 1))
            try check.expect(outcome, .pairedWithAnotherAccount, "the outcome")
            let accounts = try await store.accounts(in: scene.collaboration)
            try check.expect(accounts, [scene.accounts[0]], "accounts")
        },
        ParticipantStoreRule("gives an identity to a second account where the policy is to replace") {
            store,
            check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0, 1]))
            _ = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            _ = try await store.pair(scene.pairing(1, with: 0, challenge: 1))
            let first = try await store.pair(scene.pairing(0, with: 1, challenge: 2, policy: .replace))
            try check.expect(
                first,
                .paired(revoked: nil),
                "the outcome while the first account keeps an identity"
            )
            let second = try await store.pair(scene.pairing(1, with: 1, challenge: 3, policy: .replace))
            try check.expect(second, .paired(revoked: scene.accounts[0]), "the outcome for its last identity")
            let found = try await store.identities(of: scene.accounts[1], in: scene.collaboration)
            try check.expect(found, Set(scene.identities.prefix(2)), "identities")
            let accounts = try await store.accounts(in: scene.collaboration)
            try check.expect(accounts, [scene.accounts[1]], "accounts")
        },
        ParticipantStoreRule("agrees with a plain model over random calls") { store, check in
            for run in 0..<8 {
                let scene = try check.scene(run)
                var generator = SeededGenerator("calls", String(run))
                var model = StoreModel()
                for number in 0..<60 {
                    let operation = scene.randomOperation(using: &generator)
                    let found = try await operation.perform(on: store)
                    try check.expect(
                        found,
                        model.apply(operation),
                        "call \(number) of run \(run), \(operation)"
                    )
                }
                for operation in scene.observations {
                    let found = try await operation.perform(on: store)
                    try check.expect(found, model.apply(operation), "the end of run \(run), \(operation)")
                }
            }
        },
    ]

    static let challenges = [
        ParticipantStoreRule("takes a challenge once, whatever came of its first use") { store, check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0]))
            let first = [
                scene.pairing(0, with: 0, challenge: 0),
                scene.pairing(1, with: 0, challenge: 1),
                scene.pairing(0, with: 1, challenge: 2),
            ]
            for pairing in first { _ = try await store.pair(pairing) }
            _ = try await store.update(scene.update(adding: [1]))
            for challenge in 0..<3 {
                let outcome = try await store.pair(
                    scene.pairing(1, with: 1, challenge: challenge, policy: .replace, at: 119)
                )
                try check.expect(outcome, .challengeAlreadyUsed, "the outcome for challenge \(challenge)")
            }
            let accounts = try await store.accounts(in: scene.collaboration)
            try check.expect(accounts, [scene.accounts[0]], "accounts")
        },
        ParticipantStoreRule("knows an attempt again and does not take it for a replay") { store, check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0]))
            let pairing = scene.pairing(0, with: 0, challenge: 0)
            try check.expect(try await store.pair(pairing), .paired(revoked: nil), "the outcome")
            try check.expect(
                try await store.pair(pairing),
                .paired(revoked: nil),
                "the outcome of a repetition"
            )
            let replay = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            try check.expect(replay, .challengeAlreadyUsed, "the outcome of a replay")
        },
        ParticipantStoreRule("remembers used challenges when all identities are removed") { store, check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0]))
            _ = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            _ = try await store.removeAll(from: scene.collaboration)
            _ = try await store.update(scene.update(adding: [0]))
            let outcome = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            try check.expect(outcome, .challengeAlreadyUsed, "the outcome")
        },
    ]
}
