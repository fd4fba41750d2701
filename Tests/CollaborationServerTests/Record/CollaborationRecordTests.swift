import CollaborationCore
import CollaborationTesting
import Testing

@testable import CollaborationServer

@Suite("Records")
struct CollaborationRecordTests {
    /// A record of Alice's with the first identities, of which some are removed.
    func record(identities: Int, removed: Int = 0) -> CollaborationRecord {
        var record = CollaborationRecord()
        record.owner = "alice"
        record.entries = (0..<identities).map {
            .init(identity: .sample($0), status: $0 < removed ? .removed : .unproven)
        }
        return record
    }

    func identities(_ numbers: Range<Int>) -> [Person.Identity] { numbers.map { .sample($0) } }

    @Test("Updates have the same effect in every order and however often they are applied")
    func order() throws {
        var generator = SeededGenerator("order of updates")
        var start = record(identities: 3)
        _ = try start.admit(0, using: .sample(1))
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
        #expect(throws: CollaborationError.limit(.tooManyIdentities(maximum: 10_000))) {
            try record.update(adding: identities(9_998..<10_001), removing: [])
        }
        #expect(record == before)
        _ = try record.update(adding: identities(9_998..<10_000), removing: [])
        #expect(record.entries.count == 10_000)
        #expect(try CollaborationRecord(storedForm: record.storedForm, of: "doc-42") == record)
    }

    @Test("A removal is applied at the limit too, and stays final")
    func removalAtLimit() throws {
        var record = record(identities: 10_000)
        _ = try record.admit(7, using: .sample(1))
        #expect(try record.update(adding: [], removing: [.sample(7), .sample(12_000)]) == ["bob"])
        #expect(record.entries.count == 10_000)
        _ = try record.update(adding: [.sample(7)], removing: [])
        #expect(throws: CollaborationError.refused(.unknownIdentity)) {
            _ = try record.admit(7, using: .sample(2))
        }
    }

    @Test("An admission that is refused changes nothing in the record")
    func refusals() throws {
        var record = record(identities: 4, removed: 1)
        _ = try record.admit(2, using: .sample(1))
        let before = record
        for (identity, challenge, refusal) in [
            (0, 2, Refusal.unknownIdentity), (2, 2, .identityOfAnotherAccount), (9, 2, .unknownIdentity),
            (0, 1, .challengeAlreadyUsed), (3, 1, .challengeAlreadyUsed),
        ] {
            #expect(throws: CollaborationError.refused(refusal)) {
                _ = try record.admit(identity, as: "carol", using: .sample(challenge, by: "carol"))
            }
            #expect(record == before)
        }
    }

    @Test("A removed identity is not taken over by the replace policy")
    func replacingRemoved() throws {
        var record = record(identities: 2, removed: 1)
        #expect(throws: CollaborationError.refused(.unknownIdentity)) {
            _ = try record.admit(0, using: .sample(1), policy: .replace)
        }
    }
}
