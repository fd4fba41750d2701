import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationServer

@Suite("Used challenges")
struct UsedChallengesTests {
    func use(_ challenge: Int, until expiration: Int) -> UsedChallenges.Use {
        .init(expiration: Int64(expiration), identifier: UInt128(challenge))
    }

    @Test("A replay is refused after the record of the first use was evicted")
    func replayAfterEviction() {
        var used = UsedChallenges()
        for challenge in 0..<3 { used.record(use(challenge, until: 180 + challenge), at: 0) }
        // The clock is ahead for a moment, and the challenges are still valid.
        used.record(use(3, until: 1180), at: 1000)
        #expect(used.uses == [use(3, until: 1180)])
        for challenge in 0..<3 { #expect(used.isReplay(use(challenge, until: 180 + challenge))) }
        // A challenge that expires later cannot have been evicted.
        #expect(!used.isReplay(use(4, until: 183)))
    }

    @Test("A use evicts up to four that have expired, the first to expire first")
    func expiration() {
        var used = UsedChallenges()
        for challenge in [4, 2, 0, 6, 3, 1, 5] { used.record(use(challenge, until: 180 + challenge), at: 0) }
        #expect(used.uses == (0..<7).map { use($0, until: 180 + $0) })
        used.record(use(7, until: 400), at: 182)
        #expect(used.uses.map(\.expiration) == [182, 183, 184, 185, 186, 400])
        #expect(used.evictedThrough == 181)
        used.record(use(8, until: 500), at: 400)
        #expect(used.uses.map(\.expiration) == [186, 400, 500])
        #expect(used.evictedThrough == 185)
        // Nobody is refused whose challenge expires later.
        #expect(used.isReplay(use(9, until: 185)) && !used.isReplay(use(9, until: 186)))
    }

    @Test("The latest evicted expiration never moves back")
    func evictedThrough() throws {
        var used = try #require(UsedChallenges(uses: [use(1, until: 100)], evictedThrough: 200))
        used.evict(before: 150)
        #expect(used.uses.isEmpty)
        #expect(used.evictedThrough == 200)
        #expect(used.isReplay(use(2, until: 200)))
        #expect(!used.isReplay(use(2, until: 201)))
    }

    @Test("A use beyond the 10,000th evicts the first to expire, and its replay is still refused")
    func maximum() throws {
        let uses = (0..<10_000).map { use($0, until: 1000 + $0) }
        var used = try #require(UsedChallenges(uses: uses, evictedThrough: .min))
        used.record(use(1, until: 20_000), at: 0)
        #expect(used.uses.count == 10_000)
        #expect(used.uses.first == uses[1])
        #expect(used.evictedThrough == 1000)
        #expect(used.isReplay(uses[0]))
        #expect(UsedChallenges(uses: uses + [use(1, until: 20_000)], evictedThrough: .min) == nil)
        // A use that is itself the first to expire is not kept, and its replay is refused too.
        used.record(use(2, until: 1001), at: 0)
        #expect(used.uses.count == 10_000)
        #expect(used.isReplay(use(2, until: 1001)))
    }

    @Test("What a clock that was ahead has evicted refuses nobody in another collaboration")
    func clockAhead() async throws {
        let server = try TestServer()
        let documents = ["doc-1", "doc-2"] as [CollaborationIdentifier]
        for document in documents {
            try await server.collaborations.addParticipants([.sample(1)], to: document)
        }
        func admit(_ challenge: ValidChallenge, to document: CollaborationIdentifier) async throws {
            _ = try await server.collaborations.change(document) {
                try $0.admit(.sample(1), answering: challenge, policy: .refuse)
            }
        }
        try await admit(.sample(1, at: 0, until: 180), to: "doc-1")
        try await admit(.sample(2, at: 1000, until: 1180), to: "doc-1")
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await admit(.sample(3, at: 1, until: 180), to: "doc-1")
        }
        try await admit(.sample(3, at: 1, until: 180), to: "doc-2")
        #expect(try await server.usedChallengeCount(in: "doc-2") == 1)
    }

    @Test("A replay is refused while a server whose clock is behind would accept the challenge")
    func clockBehind() throws {
        let clock = SimulatedClock()
        let key = ChallengeKey()
        let ahead = try ChallengeAuthority(key: key, clock: { clock.date })
        let behind = try ChallengeAuthority(key: key, clock: { clock.date - 60 })
        var record = CollaborationRecord()
        _ = try record.update(adding: [.sample(1)], removing: [])
        func admit(_ challenge: Data, by authority: ChallengeAuthority) throws {
            let valid = try authority.validate(challenge, for: "doc-42", account: "bob")
            _ = try record.admit(.sample(1), answering: valid, policy: .refuse)
        }
        let challenge = ahead.issue(for: "doc-42", account: "bob")
        try admit(challenge, by: ahead)
        clock.advance(by: .milliseconds(179_999))
        try admit(ahead.issue(for: "doc-42", account: "bob"), by: ahead)
        #expect(throws: AccessRefusal.challengeAlreadyUsed) { try admit(challenge, by: behind) }
        #expect(record.usedChallenges.uses.count == 2)
        clock.advance(by: .milliseconds(2))
        try admit(ahead.issue(for: "doc-42", account: "bob"), by: ahead)
        #expect(record.usedChallenges.uses.count == 2)
        #expect(throws: AccessRefusal.expiredChallenge) { try admit(challenge, by: behind) }
    }

    @Test("The use of an issued challenge is kept for the lifetime and the clock tolerance after its issue")
    func expirationOfChallenge() throws {
        let clock = SimulatedClock()
        let authority = try ChallengeAuthority(key: ChallengeKey(), clock: { clock.date })
        let issued = clock.date.milliseconds
        let challenge = authority.issue(for: "doc-42", account: "bob")
        clock.advance(by: .seconds(50))
        let valid = try authority.validate(challenge, for: "doc-42", account: "bob")
        #expect(valid.validated.milliseconds == issued + 50_000)
        #expect(UsedChallenges.Use(valid).expiration == issued + 180_000)
    }

    @Test("A replay is refused by a server with another clock tolerance")
    func otherTolerance() throws {
        let clock = SimulatedClock()
        let key = ChallengeKey()
        let tolerances = [Duration.seconds(60), .zero, .seconds(90)]
        let authorities = try tolerances.map { tolerance in
            try ChallengeAuthority(key: key, clockTolerance: tolerance, clock: { clock.date })
        }
        let challenge = authorities[0].issue(for: "doc-42", account: "bob")
        let uses = try authorities.map {
            UsedChallenges.Use(try $0.validate(challenge, for: "doc-42", account: "bob"))
        }
        var used = UsedChallenges()
        used.record(uses[0], at: clock.date.milliseconds)
        for use in uses { #expect(used.isReplay(use)) }
    }
}
