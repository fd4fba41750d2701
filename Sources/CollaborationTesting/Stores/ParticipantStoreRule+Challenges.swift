import CollaborationServer

extension ParticipantStoreRule {
    static let challenges = [
        ParticipantStoreRule("A challenge pairs once, and a refusal does not use it up") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.pair(1, with: 0, challenge: 1, returning: .unknownIdentity)
            try await scene.pair(0, with: 1, challenge: 2, returning: .pairedWithAnotherAccount)
            try await scene.update(adding: [1])
            try await scene.pair(1, with: 1, challenge: 0, at: 119, returning: .challengeAlreadyUsed)
            for challenge in 1...2 {
                try await scene.pair(1, with: 1, challenge: challenge, at: 119)
                try await scene.pair(
                    1,
                    with: 1,
                    challenge: challenge,
                    at: 119,
                    returning: .challengeAlreadyUsed
                )
            }
        },
        ParticipantStoreRule("A replay is refused as one before its identity and its account are looked at") {
            check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.pair(1, with: 0, challenge: 0, returning: .challengeAlreadyUsed)
            try await scene.pair(0, with: 1, challenge: 0, returning: .challengeAlreadyUsed)
            try await scene.pair(0, with: 1, challenge: 0, policy: .replace, returning: .challengeAlreadyUsed)
            try await scene.expectParticipants([0: 0])
        },
        ParticipantStoreRule("A retry of an attempt is not refused as a replay") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            let attempt = StoreOperation.pair(scene.fixture.pairing(0, with: 0, challenge: 0))
            for _ in 0..<2 { try await scene.expect(.outcome(.paired(revoked: nil)), from: attempt) }
            try await scene.pair(0, with: 0, challenge: 0, returning: .challengeAlreadyUsed)
        },
        ParticipantStoreRule("Used challenges stay recorded when a collaboration ends or is forgotten") {
            check in
            let scene = try check.scene()
            try await scene.update(adding: [0, 1])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.removeAll(revoking: [0])
            try await scene.update(adding: [2])
            try await scene.pair(2, with: 0, challenge: 0, returning: .challengeAlreadyUsed)
            try await scene.pair(2, with: 0, challenge: 1)
            try await scene.forget(revoking: [0])
            try await scene.update(adding: [0])
            for challenge in 0...1 {
                try await scene.pair(0, with: 0, challenge: challenge, returning: .challengeAlreadyUsed)
            }
        },
    ]
}
