import CollaborationServer

extension ParticipantStoreRule {
    static let participants = [
        ParticipantStoreRule("knows nobody at first") { store, check in
            let scene = try check.scene()
            for collaboration in scene.collaborations {
                try check.expect(try await store.accounts(in: collaboration), [], "accounts")
                try check.expect(try await store.removeAll(from: collaboration), [], "revoked")
            }
            let found = try await store.identities(of: scene.accounts[0], in: scene.collaboration)
            try check.expect(found, [], "identities")
            try check.expect(try await store.update(scene.update(removing: [0])), [], "revoked")
            let outcome = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            try check.expect(outcome, .unknownIdentity, "the outcome for an identity that was never added")
        },
        ParticipantStoreRule("keeps the account of an identity that is added again") { store, check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0]))
            _ = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            try check.expect(try await store.update(scene.update(adding: [0, 1])), [], "revoked")
            let found = try await store.identities(of: scene.accounts[0], in: scene.collaboration)
            try check.expect(found, [scene.identities[0]], "identities")
        },
        ParticipantStoreRule("returns an account when its last identity is removed, not before") {
            store,
            check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0, 1, 2, 3]))
            for (identity, account) in [(0, 0), (1, 0), (2, 1)] {
                _ = try await store.pair(scene.pairing(identity, with: account, challenge: identity))
            }
            try check.expect(try await store.update(scene.update(removing: [0, 3])), [], "revoked too early")
            let revoked = try await store.update(scene.update(removing: [0, 1]))
            try check.expect(revoked, [scene.accounts[0]], "revoked with the last identity")
            let left = try await store.accounts(in: scene.collaboration)
            try check.expect(left, [scene.accounts[1]], "accounts left")
            let outcome = try await store.pair(scene.pairing(1, with: 0, challenge: 9))
            try check.expect(outcome, .unknownIdentity, "the outcome for a removed identity")
        },
        ParticipantStoreRule("forgets an identity that is removed before anyone came") { store, check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0]))
            try check.expect(try await store.update(scene.update(removing: [0])), [], "revoked")
            let outcome = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            try check.expect(outcome, .unknownIdentity, "the outcome for the removed identity")
        },
        ParticipantStoreRule("forgets the account of an identity that is removed and added again") {
            store,
            check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0]))
            _ = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            _ = try await store.update(scene.update(removing: [0]))
            _ = try await store.update(scene.update(adding: [0]))
            try check.expect(try await store.accounts(in: scene.collaboration), [], "accounts")
            let outcome = try await store.pair(scene.pairing(0, with: 1, challenge: 1))
            try check.expect(outcome, .paired(revoked: nil), "the outcome for another account")
        },
        ParticipantStoreRule("removes an identity that one update both adds and removes") { store, check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0]))
            _ = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            let revoked = try await store.update(scene.update(adding: [0, 1], removing: [0]))
            try check.expect(revoked, [scene.accounts[0]], "revoked")
            let outcome = try await store.pair(scene.pairing(0, with: 0, challenge: 1))
            try check.expect(outcome, .unknownIdentity, "the outcome for the removed identity")
        },
        ParticipantStoreRule("changes nothing when an update is applied twice") { store, check in
            let scene = try check.scene()
            _ = try await store.update(scene.update(adding: [0, 1]))
            _ = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            let update = scene.update(adding: [2], removing: [0])
            try check.expect(try await store.update(update), [scene.accounts[0]], "revoked")
            try check.expect(try await store.update(update), [], "revoked the second time")
            for (identity, expected) in [
                (0, PairingOutcome.unknownIdentity), (1, .paired(revoked: nil)), (2, .paired(revoked: nil)),
            ] {
                let outcome = try await store.pair(scene.pairing(identity, with: 1, challenge: 1 + identity))
                try check.expect(outcome, expected, "the outcome for identity \(identity)")
            }
        },
        ParticipantStoreRule("keeps collaborations apart") { store, check in
            let scene = try check.scene()
            for collaboration in 0...1 {
                _ = try await store.update(scene.update(adding: [0], in: collaboration))
            }
            _ = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
            let second = try await store.accounts(in: scene.collaborations[1])
            try check.expect(second, [], "accounts of the other collaboration")
            _ = try await store.pair(scene.pairing(0, with: 1, challenge: 0, in: 1))
            try check.expect(
                try await store.update(scene.update(removing: [0])),
                [scene.accounts[0]],
                "revoked"
            )
            let left = try await store.identities(of: scene.accounts[1], in: scene.collaborations[1])
            try check.expect(left, [scene.identities[0]], "identities of the other collaboration")
        },
        ParticipantStoreRule("removes all of one collaboration and returns its accounts once") {
            store,
            check in
            let scene = try check.scene()
            for collaboration in 0...1 {
                _ = try await store.update(scene.update(adding: [0, 1, 2], in: collaboration))
                _ = try await store.pair(scene.pairing(0, with: 0, challenge: 0, in: collaboration))
                _ = try await store.pair(scene.pairing(1, with: 1, challenge: 1, in: collaboration))
            }
            let revoked = try await store.removeAll(from: scene.collaboration)
            try check.expect(revoked, Set(scene.accounts.prefix(2)), "revoked")
            try check.expect(
                try await store.removeAll(from: scene.collaboration),
                [],
                "revoked the second time"
            )
            try check.expect(try await store.accounts(in: scene.collaboration), [], "accounts")
            let outcome = try await store.pair(scene.pairing(2, with: 2, challenge: 2))
            try check.expect(
                outcome,
                .unknownIdentity,
                "the outcome for an identity of the removed collaboration"
            )
            let others = try await store.accounts(in: scene.collaborations[1])
            try check.expect(others, Set(scene.accounts.prefix(2)), "accounts of the other collaboration")
        },
    ]
}
