import CollaborationServer

/// A store may refuse each use that expires no later than one that was evicted, of any collaboration. Therefore
/// the uses that are evicted here expire before those of all other rules, no rule goes beyond the expiration of
/// those, and it is no matter whether the first uses here are refused: an earlier check may have evicted as many.
extension ParticipantStoreRule {
    static let evictions = [
        ParticipantStoreRule("A used challenge stays recorded until its expiration") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            _ = try await scene.perform(.pair(scene.fixture.pairing(0, with: 0, challenge: 0, until: 60)))
            for challenge in 1..<8 {
                try await scene.pair(0, with: 0, challenge: challenge, at: Double(challenge * 12))
            }
            // Each use may evict what has expired: the first one, and no other.
            for seconds in [90, 119.999] {
                try await scene.pair(0, with: 0, challenge: Int(seconds), at: seconds, until: 240)
                for challenge in 1..<8 {
                    try await scene.pair(
                        0,
                        with: 0,
                        challenge: challenge,
                        at: seconds,
                        returning: .challengeAlreadyUsed
                    )
                }
            }
        },
        ParticipantStoreRule("A used challenge stays recorded, however many are used after it") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            for challenge in 0..<1030 { try await scene.pair(0, with: 0, challenge: challenge) }
            for challenge in [0, 515, 1029] {
                try await scene.pair(0, with: 0, challenge: challenge, returning: .challengeAlreadyUsed)
            }
        },
        ParticipantStoreRule("A replay is refused also after the use of its challenge was evicted") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            let expirations: [Double] = [70, 30, 80, 30, 60, 45, 80, 32]
            for (challenge, expiration) in expirations.enumerated() {
                let pairing = scene.fixture.pairing(0, with: 0, challenge: challenge, until: expiration)
                _ = try await scene.perform(.pair(pairing))
            }
            // A server whose clock is ahead evicts them, and one whose clock is behind gets the replays.
            for challenge in 10..<20 {
                try await scene.pair(0, with: 0, challenge: challenge, at: 100, until: 240)
            }
            for (challenge, expiration) in expirations.enumerated() {
                for seconds in [20, expiration - 0.001, 101] {
                    try await scene.pair(
                        0,
                        with: 0,
                        challenge: challenge,
                        at: seconds,
                        until: expiration,
                        returning: .challengeAlreadyUsed
                    )
                }
            }
        },
    ]
}
