import CollaborationCrypto
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Used challenges")
struct UsedChallengesTests {
    let start = Date(timeIntervalSince1970: 1_700_000_000)

    func use(
        _ challenge: Int,
        attempt: Int64 = ChallengeUse.newAttempt(),
        at seconds: TimeInterval,
        until expiration: TimeInterval
    ) -> ChallengeUse {
        ChallengeUse(
            digest: SHA256.hash(data: "\(challenge)".utf8),
            attempt: attempt,
            date: start + seconds,
            expiration: start + expiration
        )
    }

    @Test("A second attempt on a challenge is a replay, and a retry of the first attempt is not")
    func replay() {
        var used = UsedChallenges()
        let first = use(1, at: 0, until: 180)
        let results = [first, first, use(1, at: 0, until: 180), first].map { used.record($0) }
        #expect(results == [true, true, false, true])
        #expect(used.count == 1)
    }

    @Test("A used challenge is kept until the second of its expiration is over")
    func expiration() {
        for (seconds, count) in [(180.999, 2), (181, 1)] {
            var used = UsedChallenges()
            _ = used.record(use(1, at: 0, until: 180.25))
            _ = used.record(use(2, at: seconds, until: 400))
            #expect(used.count == count)
        }
    }

    @Test("A replay is refused after the record of the first use was evicted")
    func replayAfterEviction() throws {
        var used = UsedChallenges()
        for challenge in 0..<3 { _ = used.record(use(challenge, at: 0, until: 180 + 10 * Double(challenge))) }
        // The clock was ahead for a moment, and the challenges are still valid.
        let isRecorded = used.record(use(3, at: 1000, until: 1180))
        #expect(isRecorded && used.count == 1)
        var restored = try JSONDecoder().decode(UsedChallenges.self, from: Data(encode(used).utf8))
        for challenge in 0..<3 {
            let replay = use(challenge, at: 20, until: 180 + 10 * Double(challenge))
            let isRefused = used.isReplay(replay) && !used.record(replay) && restored.isReplay(replay)
            #expect(isRefused, "\(challenge)")
        }
        // A use that expires later cannot have been evicted.
        let isLaterRecorded = used.record(use(4, at: 21, until: 201))
        let isLaterRecordedByRestored = restored.record(use(4, at: 21, until: 201))
        #expect(isLaterRecorded && isLaterRecordedByRestored)
    }

    @Test("Telling a replay records nothing")
    func query() {
        var used = UsedChallenges()
        _ = used.record(use(1, at: 0, until: 180))
        let before = used
        #expect(used.isReplay(use(1, at: 0, until: 180)))
        #expect(!used.isReplay(use(2, at: 1000, until: 1180)))
        #expect(used == before)
    }

    @Test("The use of an issued challenge is kept for the lifetime and the clock tolerance after its issue")
    func expirationOfChallenge() throws {
        let clock = SimulatedClock()
        let authority = try ChallengeAuthority(key: ChallengeKey(), clock: { clock.date })
        let issued = clock.date
        let challenge = authority.issue(for: "doc-42", account: "bob")
        clock.advance(by: .seconds(50))
        let use = try authority.validate(challenge, for: "doc-42", account: "bob").use()
        #expect(use.date == issued + 50)
        #expect(use.expiration == issued + 180)
    }

    @Test("Several uses in one second are all recorded and all evicted")
    func sameSecond() {
        var used = UsedChallenges()
        for challenge in 0..<10 {
            let isFirst = used.record(use(challenge, at: 0.1 * Double(challenge), until: 180))
            #expect(isFirst)
        }
        for challenge in 0..<10 {
            let isReplay = !used.record(use(challenge, at: 180, until: 360))
            #expect(isReplay)
        }
        #expect(used.count == 10)
        for challenge in 10..<13 { _ = used.record(use(challenge, at: 181, until: 400)) }
        #expect(used.count == 3)
    }

    @Test("Uses are evicted in the order of their expiration, whatever the order in which they are recorded")
    func evictionOrder() {
        var generator = SeededGenerator("eviction")
        let expirations = Array(0..<200).shuffled(using: &generator)
        var used = UsedChallenges()
        for expiration in expirations { _ = used.record(use(expiration, at: 0, until: Double(expiration))) }
        for second in 0..<199 {
            let isReplay = used.isReplay(use(second, at: Double(second), until: Double(second)))
            #expect(isReplay, "\(second)")
            // The use at each second evicts the one that expired in the second before it.
            _ = used.record(use(200 + second, at: Double(second + 1), until: 1000))
            #expect(used.count == 200)
        }
    }

    @Test(
        "Recording a use evicts at most four expired ones, which bounds its time and still shrinks a backlog"
    )
    func boundedEviction() {
        var used = UsedChallenges()
        for challenge in 0..<100 { _ = used.record(use(challenge, at: 0, until: 180)) }
        for (number, count) in [97, 94, 91].enumerated() {
            _ = used.record(use(100 + number, at: 1000, until: 2000))
            #expect(used.count == count)
        }
    }

    @Test("Eviction continues after the clock was far ahead for a moment")
    func clockSetBack() {
        var used = UsedChallenges()
        for second in [1_000_000] + Array(0..<1000) {
            let isFirst = used.record(use(second, at: Double(second), until: Double(second) + 120))
            #expect(isFirst)
        }
        // The uses of the last 121 seconds, and the use that was recorded while the clock was ahead.
        #expect(used.count == 122)
    }

    @Test(
        "A use at a date that is infinite or not a number is recorded and its replay refused",
        arguments: [-TimeInterval.infinity, -1e300, 1e300, .infinity, .nan]
    )
    func strangeClock(seconds: TimeInterval) {
        var used = UsedChallenges()
        let isFirst = used.record(use(1, at: seconds, until: seconds))
        let isReplay = !used.record(use(1, at: seconds, until: seconds))
        #expect(isFirst && isReplay)
    }

    @Test("Used challenges are stored in JSON, ordered by identifier, with the latest evicted expiration")
    func json() throws {
        var used = UsedChallenges()
        _ = used.record(use(1, at: -10, until: -1))
        for (byte, attempt) in [(0x22, -7), (0x11, 9)] as [(UInt8, Int64)] {
            let use = ChallengeUse(
                digest: try SHA256Digest(rawRepresentation: [UInt8](repeating: byte, count: 32)),
                attempt: attempt,
                date: start,
                expiration: start + 180.75
            )
            _ = used.record(use)
        }
        let json =
            #"{"evictedThrough":1699999999,"uses":[{"attempt":9,"#
            + #""challengeIdentifier":"ERERERERERERERERERERERERERERERERERERERERERE=","#
            + #""expiration":1700000180},{"attempt":-7,"#
            + #""challengeIdentifier":"IiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiI=","expiration":1700000180}]}"#
        #expect(try encode(used) == json)
        #expect(try encode(JSONDecoder().decode(UsedChallenges.self, from: Data(json.utf8))) == json)
    }

    @Test("A record that was stored and read refuses the same replays and evicts at the same time")
    func roundTrip() throws {
        var used = UsedChallenges()
        let first = use(1, at: 0, until: 180)
        _ = used.record(first)
        var restored = try JSONDecoder().decode(UsedChallenges.self, from: Data(encode(used).utf8))
        let (isRetry, isReplay) = (restored.record(first), !restored.record(use(1, at: 180, until: 360)))
        #expect(isRetry && isReplay)
        _ = restored.record(use(2, at: 181, until: 360))
        #expect(restored.count == 1)
    }

    @Test(
        "A stored record that lists a challenge twice is refused, since the earlier date would let a replay pass"
    )
    func duplicate() {
        let entry = #"{"challengeIdentifier":"ERERERERERERERERERERERERERERERERERERERERERE=","attempt":7,"#
        for expirations in [(1, 9), (9, 1), (9, 9)] {
            let uses = "[\(entry)\"expiration\":\(expirations.0)},\(entry)\"expiration\":\(expirations.1)}]"
            let json = "{\"uses\":\(uses)}"
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(UsedChallenges.self, from: Data(json.utf8))
            }
        }
    }

    @Test("Evicting a use that expires earlier than one evicted before lets no replay pass")
    func damagedRecord() throws {
        let expiration = Int(start.timeIntervalSince1970)
        let entry = #"{"challengeIdentifier":"ERERERERERERERERERERERERERERERERERERERERERE=","attempt":7,"#
        let json = "{\"evictedThrough\":\(expiration + 100),\"uses\":[\(entry)\"expiration\":\(expiration)}]}"
        var used = try JSONDecoder().decode(UsedChallenges.self, from: Data(json.utf8))
        _ = used.record(use(1, at: 50, until: 200))
        #expect(used.count == 1)
        #expect(used.isReplay(use(2, at: 50, until: 100)))
    }

    @Test("A stored record with an identifier that is not 32 bytes is refused")
    func refusedChallenge() {
        let json = #"{"uses":[{"challengeIdentifier":"AAAA","attempt":7,"expiration":1}]}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(UsedChallenges.self, from: Data(json.utf8))
        }
    }

    private func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
