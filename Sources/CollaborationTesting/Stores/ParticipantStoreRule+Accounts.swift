import CollaborationServer

extension ParticipantStoreRule {
    static let accounts = [
        ParticipantStoreRule("An account in two collaborations loses access to one without the other") {
            check in
            let scene = try check.scene()
            for collaboration in 0...1 {
                try await scene.update(adding: [0, 1], in: collaboration)
                try await scene.pair(0, with: 0, challenge: 0, in: collaboration)
            }
            try await scene.update(removing: [0], revoking: [0])
            try await scene.expectParticipants([1: nil])
            try await scene.expectIdentities([0], of: 0, in: 1)
            try await scene.pair(1, with: 0, challenge: 1)
            try await scene.removeAll(revoking: [0])
            try await scene.expectIdentities([0], of: 0, in: 1)
            try await scene.update(removing: [0], in: 1, revoking: [0])
            try await scene.expectIdentities([], of: 0, in: 1)
        },
        ParticipantStoreRule("An account is listed with a collaboration while it has an identity there") {
            check in
            let scene = try check.scene(identityCount: 5)
            try await scene.update(adding: [0, 1, 2, 3, 4])
            try await scene.update(adding: [0], in: 1)
            try await scene.pair(0, with: 0, challenge: 0, in: 1)
            // Each of these takes the account's last identity in the first collaboration.
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.expectCollaborations([0, 1], of: 0)
            try await scene.update(removing: [0], revoking: [0])
            try await scene.expectCollaborations([1], of: 0)
            try await scene.pair(1, with: 0, challenge: 1)
            let revoked = PairingOutcome.paired(revoked: scene.fixture.accounts[0])
            try await scene.pair(1, with: 1, challenge: 2, policy: .replace, returning: revoked)
            try await scene.expectCollaborations([1], of: 0)
            try await scene.expectCollaborations([0], of: 1)
            try await scene.pair(2, with: 0, challenge: 3)
            try await scene.expectCollaborations([0, 1], of: 0)
            try await scene.remove(0, keepingIdentities: true, returning: [2])
            try await scene.expectCollaborations([1], of: 0)
            try await scene.pair(3, with: 0, challenge: 4)
            try await scene.remove(0, keepingIdentities: false, returning: [3])
            try await scene.expectCollaborations([1], of: 0)
            try await scene.pair(4, with: 0, challenge: 5)
            try await scene.removeAll(revoking: [0, 1])
            try await scene.expectCollaborations([1], of: 0)
            try await scene.expectCollaborations([], of: 1)
        },
        ParticipantStoreRule("An account that keeps one of two identities is still listed") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0, 1])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.pair(1, with: 0, challenge: 1)
            try await scene.update(removing: [0])
            try await scene.expectCollaborations([0], of: 0)
        },
        ParticipantStoreRule("A removed account whose identities are kept can prove them again") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0, 1, 2])
            for (identity, account) in [(0, 0), (1, 0), (2, 1)] {
                try await scene.pair(identity, with: account, challenge: identity)
            }
            try await scene.remove(0, keepingIdentities: true, returning: [0, 1])
            try await scene.remove(0, keepingIdentities: true, returning: [])
            try await scene.expectIdentities([], of: 0)
            try await scene.expectParticipants([0: nil, 1: nil, 2: 1])
            try await scene.pair(0, with: 0, challenge: 0, returning: .challengeAlreadyUsed)
            try await scene.pair(0, with: 0, challenge: 3)
            try await scene.expectParticipants([0: 0, 1: nil, 2: 1])
        },
        ParticipantStoreRule("The identities of an account that is removed with them are removed for good") {
            check in
            let scene = try check.scene()
            for collaboration in 0...1 {
                try await scene.update(adding: [0, 1, 2, 3], in: collaboration)
                for (identity, account) in [(0, 0), (1, 0), (2, 1)] {
                    try await scene.pair(identity, with: account, challenge: identity, in: collaboration)
                }
            }
            try await scene.remove(0, keepingIdentities: false, returning: [0, 1])
            try await scene.remove(0, keepingIdentities: false, returning: [])
            try await scene.update(adding: [0, 1])
            try await scene.expectParticipants([2: 1, 3: nil])
            try await scene.pair(0, with: 0, challenge: 3, returning: .unknownIdentity)
            try await scene.expectParticipants([0: 0, 1: 0, 2: 1, 3: nil], in: 1)
        },
    ]
}
