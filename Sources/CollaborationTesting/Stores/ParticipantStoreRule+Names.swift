import CollaborationServer

extension ParticipantStoreRule {
    /// Names that a database might take for the same: by case, by normal form, by a space at the end.
    private static let alikeNames = [
        ["alice", "Alice"], ["jos\u{e9}", "jose\u{301}"], ["bob", "bob "],
    ]

    static let names = [
        ParticipantStoreRule("Names of accounts that differ in any byte are different accounts") {
            store,
            check in
            for (number, alike) in alikeNames.enumerated() {
                let fixture = try StoreFixture(check.name(number), accounts: alike)
                _ = try await store.update(fixture.update(adding: [0, 1]))
                _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
                let found = try await store.identities(of: fixture.accounts[1], in: fixture.collaboration)
                try check.expect(found, [], "identities of \(alike[1]), where \(alike[0]) has one")
                let outcome = try await store.pair(fixture.pairing(0, with: 1, challenge: 1))
                try check.expect(outcome, .pairedWithAnotherAccount, "the outcome for \(alike[1])")
                _ = try await store.pair(fixture.pairing(1, with: 1, challenge: 2))
                let accounts = try await store.accounts(in: fixture.collaboration)
                try check.expect(accounts, Set(fixture.accounts), "accounts")
                let revoked = try await store.update(fixture.update(removing: [0]))
                try check.expect(revoked, [fixture.accounts[0]], "revoked")
            }
        },
        ParticipantStoreRule("Names of collaborations that differ in any byte are different collaborations") {
            store,
            check in
            for (number, alike) in alikeNames.enumerated() {
                let fixture = try StoreFixture(check.name(number), collaborations: alike)
                _ = try await store.update(fixture.update(adding: [0]))
                let outcome = try await store.pair(fixture.pairing(0, with: 1, challenge: 0, in: 1))
                try check.expect(outcome, .unknownIdentity, "the outcome in \(alike[1])")
                _ = try await store.update(fixture.update(adding: [0], in: 1))
                _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 1))
                let accounts = try await store.accounts(in: fixture.collaborations[1])
                try check.expect(accounts, [], "accounts of \(alike[1])")
                _ = try await store.pair(fixture.pairing(0, with: 1, challenge: 2, in: 1))
                let revoked = try await store.removeAll(from: fixture.collaboration)
                try check.expect(revoked, [fixture.accounts[0]], "revoked with all of \(alike[0])")
                let left = try await store.accounts(in: fixture.collaborations[1])
                try check.expect(left, [fixture.accounts[1]], "accounts left in \(alike[1])")
            }
        },
    ]
}
