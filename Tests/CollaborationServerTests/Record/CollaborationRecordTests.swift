import CollaborationCore
import CollaborationTesting
import Testing

@testable import CollaborationServer

@Suite("Records")
struct CollaborationRecordTests {
    /// A record of the first identities, of which some are removed.
    func record(identities: Int, removed: Int = 0) -> CollaborationRecord {
        var record = CollaborationRecord()
        record.entries = (0..<identities).map {
            .init(identity: .sample($0), standing: $0 < removed ? .removed : .unproven)
        }
        return record
    }

    func identities(_ numbers: Range<Int>) -> [Person.Identity] {
        numbers.map { .sample($0) }
    }

    @Test("Updates have the same effect in every order and however often they are applied")
    func order() throws {
        var generator = SeededGenerator("order of updates")
        var start = record(identities: 3)
        _ = try start.admit(.sample(0), answering: .sample(1), policy: .refuse)
        for round in 0..<100 {
            let updates = (0..<4).map { _ in
                [1, 2].map { count in
                    (0..<count).map { _ in Person.Identity.sample(.random(in: 0..<6, using: &generator)) }
                }
            }
            var outcomes: Set<CollaborationRecord> = []
            for _ in 0..<6 {
                var record = start
                for update in (updates + updates).shuffled(using: &generator) {
                    _ = try record.update(adding: update[1], removing: update[0])
                }
                outcomes.insert(record)
            }
            #expect(outcomes.count == 1, "round \(round)")
        }
    }

    @Test("A collaboration accepts 10,000 identities in its life, known and removed ones together")
    func limit() throws {
        var record = record(identities: 9_996, removed: 9_000)
        _ = try record.update(adding: [], removing: identities(9_996..<9_998))
        let before = record
        #expect(throws: ParticipantLimitError.collaborationTooLarge(maximum: 10_000)) {
            try record.update(adding: identities(9_998..<10_001), removing: [])
        }
        #expect(record == before)
        _ = try record.update(
            adding: identities(9_996..<10_000) + identities(11_000..<11_005),
            removing: identities(11_000..<11_005)
        )
        #expect(record.entries.count == 10_000)
        #expect(record.participants.count == 998)
        let full = record
        _ = try record.update(adding: identities(0..<10_000), removing: [])
        #expect(record == full)
        #expect(try CollaborationRecord(storedForm: record.storedForm) == record)
    }

    @Test("A removal is applied at the limit too, and stays final")
    func removalAtLimit() throws {
        var record = record(identities: 10_000)
        _ = try record.admit(.sample(7), answering: .sample(1), policy: .refuse)
        #expect(try record.update(adding: [], removing: [.sample(7), .sample(12_000)]) == ["bob"])
        #expect(record.entries.count == 10_000)
        _ = try record.update(adding: [.sample(7)], removing: [])
        for identity in [7, 12_000] {
            #expect(throws: AccessRefusal.unknownIdentity) {
                try record.admit(.sample(identity), answering: .sample(2), policy: .refuse)
            }
        }
        #expect(throws: ParticipantLimitError.self) {
            try record.update(adding: [.sample(12_000)], removing: [])
        }
    }

    @Test("An admission that is refused changes nothing in the record")
    func refusals() throws {
        var record = record(identities: 4, removed: 1)
        _ = try record.admit(.sample(2), answering: .sample(1), policy: .refuse)
        let before = record
        let late = ValidChallenge.sample(2, as: "carol", at: 400, until: 500)
        let replay = ValidChallenge.sample(1, as: "carol", at: 400, until: 500)
        for (identity, challenge, refusal) in [
            (0, late, AccessRefusal.unknownIdentity), (2, late, .identityOfAnotherAccount),
            (9, late, .unknownIdentity),
            (0, replay, .challengeAlreadyUsed), (2, replay, .challengeAlreadyUsed),
            (3, replay, .challengeAlreadyUsed),
        ] {
            #expect(throws: refusal) {
                try record.admit(.sample(identity), answering: challenge, policy: .refuse)
            }
            #expect(record == before)
        }
        #expect(throws: AccessRefusal.unknownIdentity) {
            try record.admit(.sample(0), answering: late, policy: .replace)
        }
        #expect(record == before)
    }
}
