import CollaborationServer

extension ParticipantStoreRule {
    static let updates = [
        ParticipantStoreRule("An unknown collaboration has no participants") { check in
            let scene = try check.scene()
            for collaboration in 0...1 {
                try await scene.expectParticipants([:], in: collaboration)
                try await scene.removeAll(from: collaboration, revoking: [])
                try await scene.forget(collaboration, revoking: [])
            }
            try await scene.expectIdentities([], of: 0)
            try await scene.expectCollaborations([], of: 0)
            try await scene.remove(0, keepingIdentities: false, returning: [])
            try await scene.removeUnproven([0, 1], returning: [])
            try await scene.pair(0, with: 0, challenge: 0, returning: .unknownIdentity)
            try await scene.expectParticipants([:])
        },
        ParticipantStoreRule("The participants are the known identities, each with its account") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0, 1, 2])
            try await scene.expectParticipants([0: nil, 1: nil, 2: nil])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.pair(1, with: 0, challenge: 1)
            try await scene.expectParticipants([0: 0, 1: 0, 2: nil])
            try await scene.update(adding: [3], removing: [1, 2])
            try await scene.expectParticipants([0: 0, 3: nil])
        },
        ParticipantStoreRule("An identity that is added again keeps its account") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.update(adding: [0, 1])
            try await scene.expectIdentities([0], of: 0)
        },
        ParticipantStoreRule("An update that is applied twice changes nothing the second time") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0, 1])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.update(adding: [2], removing: [0], revoking: [0])
            try await scene.update(adding: [2], removing: [0])
            try await scene.pair(0, with: 1, challenge: 1, returning: .unknownIdentity)
            try await scene.pair(1, with: 1, challenge: 2)
            try await scene.pair(2, with: 1, challenge: 3)
        },
        ParticipantStoreRule("An update may be empty, and may name an identity twice") { check in
            let scene = try check.scene()
            try await scene.update()
            try await scene.update(adding: [0, 1, 0])
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.update()
            try await scene.expectParticipants([0: 0, 1: nil])
            try await scene.update(removing: [0, 2, 0, 2], revoking: [0])
        },
        ParticipantStoreRule("A change of one collaboration does not affect another") { check in
            let scene = try check.scene()
            for collaboration in 0...1 { try await scene.update(adding: [0], in: collaboration) }
            try await scene.pair(0, with: 0, challenge: 0)
            try await scene.expectParticipants([0: nil], in: 1)
            try await scene.pair(0, with: 1, challenge: 0, in: 1)
            try await scene.update(removing: [0], revoking: [0])
            try await scene.expectIdentities([0], of: 1, in: 1)
        },
        ParticipantStoreRule("A collaboration with many participants is stored and returned in whole") {
            check in
            let name = check.uniqueName()
            let scene = try check.scene(identityCount: 2400, accounts: (0...110).map { "\(name) \($0)" })
            try await scene.update(adding: Array(0..<2400))
            var participants = Dictionary(uniqueKeysWithValues: (0..<2400).map { ($0, Int?.none) })
            for identity in 0..<220 {
                let account = max(0, identity - 109)
                try await scene.pair(identity, with: account, challenge: identity)
                participants.updateValue(account, forKey: identity)
            }
            try await scene.expectParticipants(participants)
            try await scene.expectIdentities(Array(0..<110), of: 0)
            try await scene.update(removing: Array(0..<2400), revoking: Array(0...110))
        },
    ]
}
