import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("The in-memory store")
struct InMemoryParticipantStoreTests {
    @Test("The in-memory store keeps each rule of a participant store", arguments: ParticipantStoreRule.all)
    func rule(_ rule: ParticipantStoreRule) async throws {
        try await rule.check(InMemoryParticipantStore())
    }

    @Test("One in-memory store can be used for all conformance checks")
    func shared() async throws {
        let store = InMemoryParticipantStore()
        try await ParticipantStoreConformance.check { store }
    }

    @Test("The in-memory store evicts expired challenges, so that its memory is bounded")
    func boundedMemory() async throws {
        let store = InMemoryParticipantStore()
        let fixture = try StoreFixture("memory")
        for challenge in 0..<2000 {
            _ = await store.pair(fixture.pairing(0, with: 0, challenge: challenge))
        }
        #expect(store.usedChallengeCount == 2000)
        // The later uses have expired at once, so that each evicts the one before it.
        for challenge in 2000..<8000 {
            _ = await store.pair(fixture.pairing(0, with: 0, challenge: challenge, at: 1000))
        }
        #expect(store.usedChallengeCount <= 64)
    }

    @Test("A replay is refused while a server whose clock is behind would accept the challenge")
    func skewedClocks() async throws {
        let store = InMemoryParticipantStore()
        let behind = SimulatedClock()
        let ahead = SimulatedClock(startingAt: behind.date + 60)
        let key = ChallengeKey()
        let servers = try [ahead, behind].map { clock in
            CollaborationAccess(
                store: store,
                challenges: try ChallengeAuthority(key: key, clock: { clock.date })
            )
        }
        let bob = SimulatedPerson("Bob")
        let identity = try bob.identity(in: "doc-42")
        try await servers[0].addParticipants([identity.identity], to: "doc-42")
        func answer(_ challenge: Data) throws -> Person.SignedIdentityProof {
            try bob.devices[0].signedProof(signing: challenge, for: identity)
        }
        let recorded = servers[0].challenge(for: "doc-42", account: "bob")
        try await servers[0].admit(answer(recorded), answering: recorded, as: "bob", to: "doc-42")

        for clock in [ahead, behind] { clock.advance(by: .seconds(179)) }
        // On the server that is ahead the challenge has expired. Further uses would evict it.
        for _ in 0..<256 {
            let later = servers[0].challenge(for: "doc-42", account: "bob")
            let use = try ChallengeAuthority(key: key, clock: { ahead.date })
                .validate(later, for: "doc-42", account: "bob").use()
            _ = await store.pair(
                Pairing(
                    collaborationIdentifier: "doc-42",
                    identity: identity.identity,
                    account: "bob",
                    challengeUse: use,
                    policy: .refuse
                )
            )
        }
        // On the server that is behind it is valid for one more second.
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await servers[1].admit(answer(recorded), answering: recorded, as: "bob", to: "doc-42")
        }
    }

    @Test("The in-memory store deletes a collaboration with its last identity")
    func emptyCollaborations() async throws {
        let store = InMemoryParticipantStore()
        let fixture = try StoreFixture("empty")
        _ = try await store.update(fixture.update(adding: [0, 1]))
        _ = await store.pair(fixture.pairing(0, with: 0, challenge: 0))
        #expect(store.collaborationCount == 1)
        #expect(try await store.update(fixture.update(removing: [0, 1])) == [fixture.accounts[0]])
        #expect(store.collaborationCount == 0)
        _ = try await store.update(fixture.update(removing: [2]))
        _ = await store.pair(fixture.pairing(0, with: 0, challenge: 1))
        #expect(store.collaborationCount == 0)
        _ = try await store.update(fixture.update(adding: [0]))
        #expect(store.collaborationCount == 1)
    }

    @Test("Tasks that add and remove the last identity of one collaboration concurrently lose no update")
    func deletionRaces() async throws {
        let store = InMemoryParticipantStore()
        let fixture = try StoreFixture("deletion")
        for round in 0..<50 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for identity in 0..<4 {
                    group.addTask {
                        for _ in 0..<20 {
                            _ = try await store.update(fixture.update(adding: [identity]))
                            _ = try await store.update(fixture.update(removing: [identity]))
                        }
                        _ = try await store.update(fixture.update(adding: [identity]))
                    }
                }
                try await group.waitForAll()
            }
            for identity in 0..<4 {
                let pairing = fixture.pairing(identity, with: 0, challenge: round * 4 + identity)
                #expect(await store.pair(pairing) == .paired(revoked: nil))
            }
            #expect(await store.removeAll(from: fixture.collaboration) == [fixture.accounts[0]])
        }
    }
}
