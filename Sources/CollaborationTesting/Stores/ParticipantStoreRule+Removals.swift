import CollaborationServer

extension ParticipantStoreRule {
    static let removals = [
        ParticipantStoreRule("An account is revoked with its last identity and not before") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0, 1, 2, 3])
            for (identity, account) in [(0, 0), (1, 0), (2, 1)] {
                try await scene.pair(identity, with: account, challenge: identity)
            }
            try await scene.update(removing: [0, 3])
            try await scene.expectIdentities([1], of: 0)
            try await scene.update(removing: [0, 1], revoking: [0])
            try await scene.expectParticipants([2: 1])
            try await scene.expectIdentities([], of: 0)
            try await scene.pair(1, with: 0, challenge: 9, returning: .unknownIdentity)
        },
        ParticipantStoreRule("An identity that was removed is not added again") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0, 1])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.update(removing: [0, 1], revoking: [0])
            try await scene.update(adding: [0, 1])
            try await scene.expectParticipants([:])
            for identity in 0...1 {
                try await scene.pair(identity, with: 0, challenge: 1, returning: .unknownIdentity)
            }
        },
        ParticipantStoreRule("An identity whose removal arrives before its addition is not added") { check in
            let scene = try check.scene()
            try await scene.update(removing: [0])
            try await scene.update(adding: [0, 1])
            try await scene.expectParticipants([1: nil])
            try await scene.pair(0, with: 0, challenge: 0, returning: .unknownIdentity)
        },
        ParticipantStoreRule("An identity that one update both adds and removes is removed for good") {
            check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.update(adding: [0, 1, 2], removing: [0, 1], revoking: [0])
            try await scene.update(adding: [0, 1])
            try await scene.expectParticipants([2: nil])
            try await scene.pair(0, with: 0, challenge: 1, returning: .unknownIdentity)
        },
        ParticipantStoreRule("An identity that is removed from one collaboration can be added to another") {
            check in
            let scene = try check.scene()
            try await scene.update(removing: [0])
            try await scene.update(adding: [0], in: 1)
            try await scene.pair(0, with: 0, challenge: 0, in: 1)
            try await scene.expectParticipants([0: 0], in: 1)
        },
        ParticipantStoreRule("Identities that nobody has proven are removed for good, and others are kept") {
            check in
            let scene = try check.scene()
            try await scene.update(adding: [0, 1, 2])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.removeUnproven([0, 1, 3], returning: [1])
            try await scene.removeUnproven([0, 1, 3], returning: [])
            try await scene.removeUnproven([], returning: [])
            try await scene.expectParticipants([0: 0, 2: nil])
            // The first was removed for good. The other was not known then.
            try await scene.update(adding: [1, 3])
            try await scene.expectParticipants([0: 0, 2: nil, 3: nil])
        },
        ParticipantStoreRule(
            "Removing all identities of a collaboration is final and returns its accounts once"
        ) {
            check in
            let scene = try check.scene()
            for collaboration in 0...1 {
                try await scene.update(adding: [0, 1, 2], in: collaboration)
                try await scene.pair(0, with: 0, challenge: 0, in: collaboration)
                try await scene.pair(1, with: 1, challenge: 1, in: collaboration)
            }
            try await scene.removeAll(revoking: [0, 1])
            try await scene.removeAll(revoking: [])
            try await scene.update(adding: [0, 1, 2, 3])
            try await scene.expectParticipants([3: nil])
            try await scene.expectIdentities([], of: 0)
            try await scene.pair(2, with: 2, challenge: 2, returning: .unknownIdentity)
            try await scene.expectParticipants([0: 0, 1: 1, 2: nil], in: 1)
            try await scene.expectIdentities([0], of: 0, in: 1)
        },
        ParticipantStoreRule(
            "A collaboration that is forgotten has no participants and no removed identities"
        ) {
            check in
            let scene = try check.scene()
            for collaboration in 0...1 {
                try await scene.update(adding: [0, 1], removing: [2], in: collaboration)
                try await scene.pair(0, with: 0, challenge: 0, in: collaboration)
            }
            try await scene.forget(revoking: [0])
            try await scene.forget(revoking: [])
            try await scene.expectParticipants([:])
            try await scene.expectCollaborations([1], of: 0)
            try await scene.update(adding: [0, 2])
            try await scene.expectParticipants([0: nil, 2: nil])
            // The other collaboration remembers its removed identity.
            try await scene.update(adding: [2], in: 1)
            try await scene.expectParticipants([0: 0, 1: nil], in: 1)
        },
    ]
}
