import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("The in-memory store")
struct InMemoryParticipantStoreTests {
    @Test("The in-memory store keeps each rule of a participant store", arguments: ParticipantStoreRule.all)
    func rule(_ rule: ParticipantStoreRule) async throws {
        try await rule.check(nodes: [InMemoryParticipantStore()])
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
        _ = try await store.update(fixture.update(adding: [0]))
        for challenge in 0..<2000 {
            _ = await store.pair(fixture.pairing(0, with: 0, challenge: challenge))
        }
        #expect(store.usedChallengeCount == 2000)
        // Each later use is recorded after the one before it has expired.
        for challenge in 2000..<8000 {
            let second = Double(challenge)
            _ = await store.pair(
                fixture.pairing(0, with: 0, challenge: challenge, at: second, until: second)
            )
        }
        #expect(store.usedChallengeCount <= 128)
    }

    @Test("Each in-memory store has another identifier")
    func identifier() {
        let identifiers = (0..<100).map { _ in InMemoryParticipantStore().identifier }
        #expect(Set(identifiers).count == 100)
        var (one, other) = (SeededGenerator("store"), SeededGenerator("store"))
        let seeded = StoreIdentifier(using: &one)
        #expect(seeded == StoreIdentifier(using: &other) && seeded != StoreIdentifier(using: &one))
        #expect(InMemoryParticipantStore(identifier: seeded).identifier == seeded)
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
                .validate(later, for: "doc-42", account: "bob", store: store.identifier).use()
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

    @Test("The in-memory store keeps nothing of a collaboration that was forgotten or never updated")
    func emptyCollaborations() async throws {
        let store = InMemoryParticipantStore()
        let fixture = try StoreFixture("empty")
        _ = await store.pair(fixture.pairing(0, with: 0, challenge: 0))
        _ = await store.removeAll(from: fixture.collaboration)
        #expect(store.collaborationCount == 0)
        _ = try await store.update(fixture.update(adding: [0, 1]))
        _ = await store.pair(fixture.pairing(0, with: 0, challenge: 1))
        #expect(store.collaborationCount == 1)
        // The removed identities are kept.
        #expect(try await store.update(fixture.update(removing: [0, 1])) == [fixture.accounts[0]])
        #expect(store.collaborationCount == 1)
        #expect(await store.forget(fixture.collaboration) == [])
        #expect(store.collaborationCount == 0)
        _ = try await store.update(fixture.update(adding: [0]))
        #expect(store.collaborationCount == 1)
    }

    @Test("Updates of a new collaboration are kept while other tasks find it unknown and delete it again")
    func deletionRaces() async throws {
        let store = InMemoryParticipantStore()
        for round in 0..<50 {
            let fixture = try StoreFixture("deletion \(round)")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for identity in 0..<4 {
                    group.addTask {
                        for _ in 0..<20 { _ = await store.pair(fixture.pairing(0, with: 0, challenge: 0)) }
                        _ = try await store.update(fixture.update(adding: [identity]))
                    }
                }
                try await group.waitForAll()
            }
            #expect(await store.participants(in: fixture.collaboration).count == 4)
        }
    }

    @Test("While a call holds the lock of a collaboration, calls on all other collaborations return")
    func independentCollaborations() async throws {
        let store = InMemoryParticipantStore()
        let held = try StoreFixture("held")
        _ = try await store.update(held.update(adding: [0]))
        let callOthers: @Sendable () async throws -> Void = {
            // So many that each lock of the store that several collaborations share is taken.
            for number in 0..<1000 {
                let other = try StoreFixture("other \(number)")
                let (account, collaboration) = (other.accounts[0], other.collaboration)
                for _ in 0..<2 {
                    _ = await store.forget(collaboration)
                    _ = try await store.update(other.update(adding: [0, 1, 2], removing: [3]))
                }
                _ = await store.pair(other.pairing(0, with: 0, challenge: 0))
                #expect(await store.identities(of: account, in: collaboration) == [other.identities[0]])
                #expect(await store.participants(in: collaboration).count == 3)
                #expect(await store.collaborations(of: account) == [collaboration])
                _ = await store.removeUnproven([other.identities[1]], from: collaboration)
                _ = await store.remove(account, from: collaboration, keepingIdentities: true)
                _ = await store.removeAll(from: collaboration)
            }
        }
        let thread = ThreadOfCaller()
        store.read(held.collaboration) { _ in
            // In the thread that holds the lock, so that taking the same lock again ends the process.
            Task(executorPreference: thread, operation: callOthers)
            thread.runAll()
            #expect(store.collaborationCount == 1001, "all calls have returned")
        }
    }

    @Test("Asking for the collaborations of an account shows each change of its access")
    func collaborationsOfAccount() async throws {
        let store = InMemoryParticipantStore()
        let fixture = try StoreFixture("index")
        let (bob, carol) = (fixture.accounts[0], fixture.accounts[1])
        func pair(_ identity: Int, with account: Int, policy: PairingPolicy = .refuse) async {
            let pairing = fixture.pairing(
                identity,
                with: account,
                challenge: identity + 4 * account,
                policy: policy
            )
            _ = await store.pair(pairing)
        }
        func expect(_ expected: Set<CollaborationIdentifier>, of account: AccountIdentifier) async {
            #expect(await store.collaborations(of: account) == expected)
        }
        _ = try await store.update(fixture.update(adding: [0, 1, 2, 3]))
        await pair(0, with: 0)
        await pair(1, with: 0)
        await expect([fixture.collaboration], of: bob)
        // Another account takes over the first identity, then the last.
        await pair(0, with: 1, policy: .replace)
        await expect([fixture.collaboration], of: bob)
        await pair(1, with: 1, policy: .replace)
        await expect([], of: bob)
        await expect([fixture.collaboration], of: carol)
        _ = try await store.update(fixture.update(removing: [0, 1]))
        await expect([], of: carol)
        await pair(2, with: 0)
        await pair(3, with: 1)
        _ = await store.remove(bob, from: fixture.collaboration, keepingIdentities: true)
        await expect([], of: bob)
        _ = await store.forget(fixture.collaboration)
        await expect([], of: carol)
    }
}
