import CollaborationServer

extension ParticipantStoreRule {
    static let nodes = [
        ParticipantStoreRule("All nodes of a store have one identifier") { check in
            let identifiers = check.nodes.stores.map(\.identifier) + check.nodes.stores.map(\.identifier)
            guard Set(identifiers).count > 1 else { return }
            throw StoreMismatch(description: "expected one identifier, found: \(identifiers)")
        },
        ParticipantStoreRule("Each node returns what another node has changed") { check in
            let scene = try check.scene()
            let fixture = scene.fixture
            let (account, collaboration) = (fixture.accounts[0], fixture.collaboration)
            let changes: [StoreOperation] = [
                .update(fixture.update(adding: [0, 1, 2, 3])),
                .pair(fixture.pairing(0, with: 0, challenge: 0)),
                .pair(fixture.pairing(0, with: 1, challenge: 1, policy: .replace)),
                .pair(fixture.pairing(1, with: 0, challenge: 2)),
                .remove(account, collaboration, keepingIdentities: true),
                .pair(fixture.pairing(2, with: 0, challenge: 3)),
                .remove(account, collaboration, keepingIdentities: false),
                .removeUnproven([fixture.identities[1]], collaboration),
                .update(fixture.update(removing: [0])),
                .pair(fixture.pairing(3, with: 0, challenge: 4)),
                .removeAll(collaboration),
                .forget(collaboration),
                .update(fixture.update(adding: [0])),
            ]
            var model = StoreModel()
            for (number, change) in changes.enumerated() {
                let nodes = check.nodes.stores.indices
                try await scene.expect(model.apply(change), from: change, node: number % nodes.count)
                for node in nodes {
                    for observation in fixture.observations {
                        try await scene.expect(model.apply(observation), from: observation, node: node)
                    }
                }
            }
        },
    ]
}
