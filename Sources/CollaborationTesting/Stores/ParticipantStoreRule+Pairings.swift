import CollaborationServer

extension ParticipantStoreRule {
    static let pairings = [
        ParticipantStoreRule("An identity can be paired with the same account any number of times") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            for (challenge, policy) in [PairingPolicy.refuse, .replace, .refuse].enumerated() {
                try await scene.pair(0, with: 0, challenge: challenge, policy: policy)
            }
            try await scene.expectIdentities([0], of: 0)
            try await scene.update(removing: [0], revoking: [0])
        },
        ParticipantStoreRule("Under the policy to refuse, a second account cannot take an identity over") {
            check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.pair(0, with: 1, challenge: 1, returning: .pairedWithAnotherAccount)
            try await scene.expectParticipants([0: 0])
        },
        ParticipantStoreRule("Under the policy to replace, a second account takes an identity over") {
            check in
            let scene = try check.scene()
            try await scene.update(adding: [0, 1])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.pair(1, with: 0, challenge: 1)
            // The first account keeps its other identity.
            try await scene.pair(0, with: 1, challenge: 2, policy: .replace)
            try await scene.expectIdentities([1], of: 0)
            try await scene.pair(
                1,
                with: 1,
                challenge: 3,
                policy: .replace,
                returning: .paired(revoked: scene.fixture.accounts[0])
            )
            try await scene.expectIdentities([], of: 0)
            try await scene.expectIdentities([0, 1], of: 1)
            try await scene.expectParticipants([0: 1, 1: 1])
        },
    ]
}
