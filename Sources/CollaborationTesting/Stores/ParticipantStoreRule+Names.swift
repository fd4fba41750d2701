import CollaborationServer

extension ParticipantStoreRule {
    /// Names that a database might take for one: by case, by normal form, by a space at the end.
    private static let alikeNames = [
        ["alice", "Alice"], ["jos\u{e9}", "jose\u{301}"], ["bob", "bob "],
    ]

    static let names = [
        ParticipantStoreRule("tells accounts apart by every byte of their names") { store, check in
            for (number, alike) in alikeNames.enumerated() {
                let scene = try StoreScene(check.name(number), accounts: alike)
                _ = try await store.update(scene.update(adding: [0, 1]))
                _ = try await store.pair(scene.pairing(0, with: 0, challenge: 0))
                let found = try await store.identities(of: scene.accounts[1], in: scene.collaboration)
                try check.expect(found, [], "identities of \(alike[1]), where \(alike[0]) has one")
                let outcome = try await store.pair(scene.pairing(0, with: 1, challenge: 1))
                try check.expect(outcome, .pairedWithAnotherAccount, "the outcome for \(alike[1])")
                _ = try await store.pair(scene.pairing(1, with: 1, challenge: 2))
                let accounts = try await store.accounts(in: scene.collaboration)
                try check.expect(accounts, Set(scene.accounts), "accounts")
                let revoked = try await store.update(scene.update(removing: [0]))
                try check.expect(revoked, [scene.accounts[0]], "revoked")
            }
        },
        ParticipantStoreRule("tells collaborations apart by every byte of their names") { store, check in
            for (number, alike) in alikeNames.enumerated() {
                let scene = try StoreScene(check.name(number), collaborations: alike)
                _ = try await store.update(scene.update(adding: [0]))
                let outcome = try await store.pair(scene.pairing(0, with: 1, challenge: 0, in: 1))
                try check.expect(outcome, .unknownIdentity, "the outcome in \(alike[1])")
                _ = try await store.update(scene.update(adding: [0], in: 1))
                _ = try await store.pair(scene.pairing(0, with: 0, challenge: 1))
                let accounts = try await store.accounts(in: scene.collaborations[1])
                try check.expect(accounts, [], "accounts of \(alike[1])")
                _ = try await store.pair(scene.pairing(0, with: 1, challenge: 2, in: 1))
                let revoked = try await store.removeAll(from: scene.collaboration)
                try check.expect(revoked, [scene.accounts[0]], "revoked with all of \(alike[0])")
                let left = try await store.accounts(in: scene.collaborations[1])
                try check.expect(left, [scene.accounts[1]], "accounts left in \(alike[1])")
            }
        },
    ]
}
