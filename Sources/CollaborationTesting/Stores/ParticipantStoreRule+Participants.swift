import CollaborationServer

extension ParticipantStoreRule {
    static let participants = [
        ParticipantStoreRule("An unknown collaboration has no identities and no accounts") { store, check in
            let fixture = try check.fixture()
            for collaboration in fixture.collaborations {
                try check.expect(try await store.accounts(in: collaboration), [], "accounts")
                try check.expect(try await store.removeAll(from: collaboration), [], "revoked")
            }
            let found = try await store.identities(of: fixture.accounts[0], in: fixture.collaboration)
            try check.expect(found, [], "identities")
            try check.expect(try await store.update(fixture.update(removing: [0])), [], "revoked")
            let outcome = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            try check.expect(outcome, .unknownIdentity, "the outcome for an identity that was never added")
        },
        ParticipantStoreRule("An identity that is added again keeps its account") { store, check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            try check.expect(try await store.update(fixture.update(adding: [0, 1])), [], "revoked")
            let found = try await store.identities(of: fixture.accounts[0], in: fixture.collaboration)
            try check.expect(found, [fixture.identities[0]], "identities")
        },
        ParticipantStoreRule("An account is revoked with its last identity and not before") {
            store,
            check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0, 1, 2, 3]))
            for (identity, account) in [(0, 0), (1, 0), (2, 1)] {
                _ = try await store.pair(fixture.pairing(identity, with: account, challenge: identity))
            }
            try check.expect(
                try await store.update(fixture.update(removing: [0, 3])),
                [],
                "revoked too early"
            )
            let revoked = try await store.update(fixture.update(removing: [0, 1]))
            try check.expect(revoked, [fixture.accounts[0]], "revoked with the last identity")
            let left = try await store.accounts(in: fixture.collaboration)
            try check.expect(left, [fixture.accounts[1]], "accounts left")
            let outcome = try await store.pair(fixture.pairing(1, with: 0, challenge: 9))
            try check.expect(outcome, .unknownIdentity, "the outcome for a removed identity")
        },
        ParticipantStoreRule("An identity that is removed before anybody proved it becomes unknown") {
            store,
            check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            try check.expect(try await store.update(fixture.update(removing: [0])), [], "revoked")
            let outcome = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            try check.expect(outcome, .unknownIdentity, "the outcome for the removed identity")
        },
        ParticipantStoreRule("An identity that was removed is not added again") { store, check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            // The removal of the second identity arrives before its addition.
            _ = try await store.update(fixture.update(removing: [0, 1]))
            _ = try await store.update(fixture.update(adding: [0, 1]))
            let participants = try await store.participants(in: fixture.collaboration)
            try check.expect(participants, [], "participants")
            for identity in 0...1 {
                let outcome = try await store.pair(fixture.pairing(identity, with: 0, challenge: 1))
                try check.expect(outcome, .unknownIdentity, "the outcome for identity \(identity)")
            }
        },
        ParticipantStoreRule("An identity that one update both adds and removes is removed") { store, check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0]))
            _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            let revoked = try await store.update(fixture.update(adding: [0, 1], removing: [0]))
            try check.expect(revoked, [fixture.accounts[0]], "revoked")
            let outcome = try await store.pair(fixture.pairing(0, with: 0, challenge: 1))
            try check.expect(outcome, .unknownIdentity, "the outcome for the removed identity")
        },
        ParticipantStoreRule("An update that is applied twice changes nothing the second time") {
            store,
            check in
            let fixture = try check.fixture()
            _ = try await store.update(fixture.update(adding: [0, 1]))
            _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            let update = fixture.update(adding: [2], removing: [0])
            try check.expect(try await store.update(update), [fixture.accounts[0]], "revoked")
            try check.expect(try await store.update(update), [], "revoked the second time")
            for (identity, expected) in [
                (0, PairingOutcome.unknownIdentity), (1, .paired(revoked: nil)), (2, .paired(revoked: nil)),
            ] {
                let outcome = try await store.pair(
                    fixture.pairing(identity, with: 1, challenge: 1 + identity)
                )
                try check.expect(outcome, expected, "the outcome for identity \(identity)")
            }
        },
        ParticipantStoreRule("A change of one collaboration does not affect another") { store, check in
            let fixture = try check.fixture()
            for collaboration in 0...1 {
                _ = try await store.update(fixture.update(adding: [0], in: collaboration))
            }
            _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
            let second = try await store.accounts(in: fixture.collaborations[1])
            try check.expect(second, [], "accounts of the other collaboration")
            _ = try await store.pair(fixture.pairing(0, with: 1, challenge: 0, in: 1))
            try check.expect(
                try await store.update(fixture.update(removing: [0])),
                [fixture.accounts[0]],
                "revoked"
            )
            let left = try await store.identities(of: fixture.accounts[1], in: fixture.collaborations[1])
            try check.expect(left, [fixture.identities[0]], "identities of the other collaboration")
        },
        ParticipantStoreRule("Removing all identities of a collaboration returns its accounts once") {
            store,
            check in
            let fixture = try check.fixture()
            for collaboration in 0...1 {
                _ = try await store.update(fixture.update(adding: [0, 1, 2], in: collaboration))
                _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0, in: collaboration))
                _ = try await store.pair(fixture.pairing(1, with: 1, challenge: 1, in: collaboration))
            }
            let revoked = try await store.removeAll(from: fixture.collaboration)
            try check.expect(revoked, Set(fixture.accounts.prefix(2)), "revoked")
            try check.expect(
                try await store.removeAll(from: fixture.collaboration),
                [],
                "revoked the second time"
            )
            try check.expect(try await store.accounts(in: fixture.collaboration), [], "accounts")
            let outcome = try await store.pair(fixture.pairing(2, with: 2, challenge: 2))
            try check.expect(
                outcome,
                .unknownIdentity,
                "the outcome for an identity of the removed collaboration"
            )
            let others = try await store.accounts(in: fixture.collaborations[1])
            try check.expect(others, Set(fixture.accounts.prefix(2)), "accounts of the other collaboration")
        },
    ]
}
