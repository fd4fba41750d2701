import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("The in-memory store")
struct InMemoryParticipantStoreTests {
    @Test("keeps the rules of a participant store", arguments: ParticipantStoreRule.all)
    func rule(_ rule: ParticipantStoreRule) async throws {
        try await rule.check(InMemoryParticipantStore())
    }

    @Test("keeps the rules in one database for all checks")
    func shared() async throws {
        let store = InMemoryParticipantStore()
        try await ParticipantStoreConformance.check { store }
    }

    @Test("forgets used challenges once they have expired by any server's clock, and not before")
    func boundedMemory() async throws {
        let store = InMemoryParticipantStore()
        let scene = try StoreScene("memory")
        for second in 0..<1000 {
            let date = scene.date + Double(second)
            let use = ChallengeUse(of: Data("\(second)".utf8), date: date, forgettable: date + 120)
            _ = await store.pair(
                Pairing(
                    collaborationIdentifier: scene.collaboration,
                    identity: scene.identities[0],
                    account: scene.accounts[0],
                    challengeUse: use,
                    policy: .refuse
                )
            )
            #expect(store.usedChallengeCount == min(second + 1, 121))
        }
    }

    @Test("goes on forgetting when the clock was far ahead for a moment")
    func clockSetBack() {
        var used = UsedChallenges()
        for second in [1_000_000] + Array(0..<1000) {
            let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(second))
            let use = ChallengeUse(of: Data("\(second)".utf8), date: date, forgettable: date + 120)
            let isFirst = used.record(use)
            #expect(isFirst)
        }
        // The last 121, and the one of the moment.
        #expect(used.count == 122)
    }

    @Test(
        "records a use by a clock that no calendar knows",
        arguments: [-TimeInterval.infinity, -1e300, 1e300, .infinity, .nan]
    )
    func strangeClock(seconds: TimeInterval) {
        let date = Date(timeIntervalSince1970: seconds)
        let challenge = Data("challenge".utf8)
        var used = UsedChallenges()
        let isFirst = used.record(ChallengeUse(of: challenge, date: date, forgettable: date))
        let isReplay = !used.record(ChallengeUse(of: challenge, date: date, forgettable: date))
        #expect(isFirst && isReplay)
    }

    @Test("remembers the use of a challenge while a server whose clock is behind takes it for valid")
    func skewedClocks() async throws {
        let store = InMemoryParticipantStore()
        let (ahead, behind) = (Wristwatch(), Wristwatch())
        ahead.advance(by: 60)
        let key = ChallengeKey()
        let servers = [ahead, behind].map { watch in
            CollaborationAccess(
                store: store,
                challenges: ChallengeAuthority(key: key, now: { watch.now })
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

        for watch in [ahead, behind] { watch.advance(by: 179) }
        // By the clock that is ahead the challenge is long expired, and this sweeps what may be forgotten.
        let later = servers[0].challenge(for: "doc-42", account: "bob")
        try await servers[0].admit(answer(later), answering: later, as: "bob", to: "doc-42")
        // By the clock that is behind it has a second left.
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await servers[1].admit(answer(recorded), answering: recorded, as: "bob", to: "doc-42")
        }
    }

    @Test("forgets a collaboration with its last identity")
    func emptyCollaborations() async throws {
        let store = InMemoryParticipantStore()
        let scene = try StoreScene("empty")
        _ = await store.update(scene.update(adding: [0, 1]))
        _ = await store.pair(scene.pairing(0, with: 0, challenge: 0))
        #expect(store.collaborationCount == 1)
        #expect(await store.update(scene.update(removing: [0, 1])) == [scene.accounts[0]])
        #expect(store.collaborationCount == 0)
        _ = await store.update(scene.update(removing: [2]))
        #expect(store.collaborationCount == 0)
    }
}
