import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ParticipantStoreRule {
    static let pairings = [
        ParticipantStoreRule("An identity can be paired with the same account any number of times") {
            store,
            check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            for (challenge, policy) in [PairingPolicy.refuse, .replace, .refuse].enumerated() {
                let pairing = fixture.pairing(0, with: 0, challenge: challenge, policy: policy)
                try check.expect(try await store.pair(pairing), .paired(revoked: nil), "the outcome")
            }
            let found = try await store.identities(of: fixture.accounts[0], in: fixture.collaboration)
            try check.expect(found, [fixture.identities[0]], "identities")
            let revoked = try await store.update(fixture.update(removing: [0]))
            try check.expect(revoked, [fixture.accounts[0]], "revoked")
        },
        ParticipantStoreRule("Under the policy to refuse, a second account cannot take an identity over") {
            store,
            check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            let outcome = try await store.pair(fixture.pairing(0, with: 1, challenge: 1))
            try check.expect(outcome, .pairedWithAnotherAccount, "the outcome")
            let accounts = try await store.accounts(in: fixture.collaboration)
            try check.expect(accounts, [fixture.accounts[0]], "accounts")
        },
        ParticipantStoreRule("Under the policy to replace, a second account takes an identity over") {
            store,
            check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0, 1]))
            _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            _ = try await store.pair(fixture.pairing(1, with: 0, challenge: 1))
            let first = try await store.pair(fixture.pairing(0, with: 1, challenge: 2, policy: .replace))
            try check.expect(
                first,
                .paired(revoked: nil),
                "the outcome while the first account keeps an identity"
            )
            let second = try await store.pair(fixture.pairing(1, with: 1, challenge: 3, policy: .replace))
            try check.expect(
                second,
                .paired(revoked: fixture.accounts[0]),
                "the outcome for its last identity"
            )
            let found = try await store.identities(of: fixture.accounts[1], in: fixture.collaboration)
            try check.expect(found, Set(fixture.identities.prefix(2)), "identities")
            let accounts = try await store.accounts(in: fixture.collaboration)
            try check.expect(accounts, [fixture.accounts[1]], "accounts")
        },
        ParticipantStoreRule("Random calls return what a plain model returns") { store, check in
            for run in 0..<8 {
                let fixture = try check.fixture(run)
                var generator = SeededGenerator("calls", String(run))
                var model = StoreModel()
                for number in 0..<60 {
                    let operation = fixture.randomOperation(using: &generator)
                    let found = try await operation.perform(on: store)
                    try check.expect(
                        found,
                        model.apply(operation),
                        "call \(number) of run \(run), \(operation)"
                    )
                }
                for operation in fixture.observations {
                    let found = try await operation.perform(on: store)
                    try check.expect(found, model.apply(operation), "the end of run \(run), \(operation)")
                }
            }
        },
    ]
}
