import CollaborationServer

extension ParticipantStoreRule {
    static let challenges = [
        ParticipantStoreRule("A challenge is accepted once, whatever the outcome of its first use") {
            store,
            check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            let first = [
                fixture.pairing(0, with: 0, challenge: 0),
                fixture.pairing(1, with: 0, challenge: 1),
                fixture.pairing(0, with: 1, challenge: 2),
            ]
            for pairing in first { _ = try await store.pair(pairing) }
            _ = try await store.update(fixture.update(adding: [1]))
            for challenge in 0..<3 {
                let outcome = try await store.pair(
                    fixture.pairing(1, with: 1, challenge: challenge, policy: .replace, at: 119)
                )
                try check.expect(outcome, .challengeAlreadyUsed, "the outcome for challenge \(challenge)")
            }
            let accounts = try await store.accounts(in: fixture.collaboration)
            try check.expect(accounts, [fixture.accounts[0]], "accounts")
        },
        ParticipantStoreRule("A retry of an attempt is not refused as a replay") { store, check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            let pairing = fixture.pairing(0, with: 0, challenge: 0)
            try check.expect(try await store.pair(pairing), .paired(revoked: nil), "the outcome")
            try check.expect(
                try await store.pair(pairing),
                .paired(revoked: nil),
                "the outcome of a repetition"
            )
            let replay = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            try check.expect(replay, .challengeAlreadyUsed, "the outcome of a replay")
        },
        ParticipantStoreRule("Used challenges stay recorded when all identities are removed") {
            store,
            check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            _ = try await store.removeAll(from: fixture.collaboration)
            _ = try await store.update(fixture.update(adding: [0]))
            let outcome = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            try check.expect(outcome, .challengeAlreadyUsed, "the outcome")
        },
        ParticipantStoreRule(
            "A used challenge stays recorded until its expiration, whatever is used meanwhile"
        ) {
            store,
            check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            for challenge in 0..<8 {
                let pairing = fixture.pairing(0, with: 0, challenge: challenge, at: Double(challenge * 17))
                try check.expect(try await store.pair(pairing), .paired(revoked: nil), "the outcome")
            }
            for challenge in 0..<8 {
                let replay = try await store.pair(fixture.pairing(0, with: 0, challenge: challenge, at: 119))
                try check.expect(replay, .challengeAlreadyUsed, "the replay of challenge \(challenge)")
            }
        },
    ]
}
