import CollaborationServer

extension ParticipantStoreRule {
    static let challenges = [
        ParticipantStoreRule("A challenge pairs once, and a refusal does not use it up") { store, check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            for (identity, account, expected) in [
                (0, 0, PairingOutcome.paired(revoked: nil)), (1, 0, .unknownIdentity),
                (0, 1, .pairedWithAnotherAccount),
            ] {
                let outcome = try await store.pair(
                    fixture.pairing(identity, with: account, challenge: identity + 2 * account)
                )
                try check.expect(outcome, expected, "the first outcome")
            }
            _ = try await store.update(fixture.update(adding: [1]))
            for challenge in 0..<3 {
                let pairing = fixture.pairing(1, with: 1, challenge: challenge, at: 119)
                let expected: PairingOutcome = challenge == 0 ? .challengeAlreadyUsed : .paired(revoked: nil)
                let outcome = try await store.pair(pairing)
                try check.expect(outcome, expected, "the outcome for challenge \(challenge)")
                let replay = try await store.pair(
                    fixture.pairing(1, with: 1, challenge: challenge, at: 119)
                )
                try check.expect(replay, .challengeAlreadyUsed, "the replay of challenge \(challenge)")
            }
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
        ParticipantStoreRule("Used challenges stay recorded when a collaboration ends or is forgotten") {
            store,
            check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            _ = try await store.removeAll(from: fixture.collaboration)
            _ = try await store.forget(fixture.collaboration)
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
