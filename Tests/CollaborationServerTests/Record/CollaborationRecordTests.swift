import CollaborationCore
import Foundation
import Testing

@testable import CollaborationServer

@Suite("Records")
struct CollaborationRecordTests {
    /// A record of Alice's with the first identities, of which some are removed.
    func record(identities: Int, removed: Int = 0) -> CollaborationRecord {
        var record = CollaborationRecord()
        record.share = .init(owner: "alice", selection: [])
        record.entries = (0..<identities).map {
            .init(identity: .sample($0), status: $0 < removed ? .removed : .known())
        }
        return record
    }

    func identities(_ numbers: Range<Int>) -> [Person.Identity] { numbers.map { .sample($0) } }

    @Test("A collaboration accepts 10,000 identities in its life, known and removed ones together")
    func limit() throws {
        var record = record(identities: 9_996, removed: 9_000)
        try record.update(adding: [], removing: identities(9_996..<9_998))
        let before = record
        #expect(throws: CollaborationError.limit(.identities(maximum: 10_000))) {
            try record.update(adding: identities(9_998..<10_001), removing: [])
        }
        #expect(record == before)
        try record.update(adding: identities(9_998..<10_000), removing: [])
        #expect(record.entries.count == 10_000)
        #expect(try CollaborationRecord(storedForm: record.storedForm, of: "doc-42") == record)
    }

    @Test("A removal is applied at the limit of identities too, and stays final")
    func removalAtLimit() throws {
        var record = record(identities: 10_000)
        try record.admit(7, as: "bob")
        try record.update(adding: [], removing: [.sample(7), .sample(12_000)])
        #expect(record.entries.count == 10_000 && record.accounts == ["alice"])
        try record.update(adding: [.sample(7)], removing: [])
        #expect(throws: CollaborationError.refused(.removedIdentity)) { try record.admit(7, as: "bob") }
    }

    @Test(
        "A record without room for another used challenge is full, and has room a day after the first one has expired"
    )
    func full() throws {
        var record = record(identities: 1)
        let uses = (0..<2_048).map { ChallengeUse.sample($0, by: "account \($0)") }
        record.usedChallenges = try #require(UsedChallenges(uses: uses))
        #expect(throws: CollaborationError.full) { try record.admit(0, as: "bob", using: .sample(9_999)) }
        let later = Date(timeIntervalSince1970: 180 + 86_400 + 1)
        try record.admit(.sample(0), as: "bob", using: .sample(9_999), at: later, policy: .refuse)
    }

    /// A record whose names take as many bytes as an addition may leave them.
    private func crowded() throws -> CollaborationRecord {
        var record = record(identities: 1)
        let room = CollaborationRecord.maximumNameByteCount - CollaborationRecord.removalByteCount
        // 349 names of 1,024 bytes, and one that takes what is left of 360,448 beside alice.
        let names =
            (0..<349).map { "\(10_000 + $0)" + String(repeating: "x", count: 1_019) } + [
                String(repeating: "y", count: 259)
            ]
        record.share?.guests = Set(names.map { AccountIdentifier($0) })
        #expect(record.nameByteCount == room)
        return record
    }

    @Test("Names that grow beyond what they may take are refused, from whatever act they come")
    func names() throws {
        let crowded = try crowded()
        let limit = CollaborationError.limit(.names(maximumByteCount: 352 * 1024))
        let acts: [(inout CollaborationRecord) throws -> Void] = [
            { record in try record.admitGuest("z") },
            { record in try record.select(["a"], for: "10000") },
            { record in try record.start(by: "alice", selecting: ["a"]) },
            { record in try record.admit(0, as: "z") },
        ]
        for (number, act) in acts.enumerated() {
            var record = crowded
            #expect(throws: limit, "act \(number)") { try act(&record) }
        }
    }

    @Test(
        "In a record without room for names, everybody whom it names can be removed, others for 32 KiB, and all acts that free room go on"
    )
    func removalsWithoutRoom() throws {
        var record = try crowded()
        let guest = try #require(record.share?.guests.sorted().first)
        try record.remove(guest, by: .account)
        #expect(record.removedAccounts[guest] == .account)
        try record.transfer(to: #require(record.share?.guests.sorted().first))
        let strangers = (0..<2_340).map { AccountIdentifier("\(100_000 + $0)") }
        for stranger in strangers.dropLast() { record.removedAccounts[stranger] = .server }
        try record.remove(strangers[2_339], by: .server)
        let full = record
        #expect(throws: CollaborationError.limit(.names(maximumByteCount: 384 * 1024))) {
            try record.remove("a stranger", by: .server)
        }
        record = full
        try record.remove(#require(record.share?.guests.first), by: .server)
        try record.start(by: #require(record.share?.owner), selecting: [])
        try record.readmit(strangers[0], by: .server)
        #expect(try CollaborationRecord(storedForm: record.storedForm, of: "doc-42") == record)
    }

    @Test("A record that is full of identities, accounts, names and used challenges has at most 1 MiB")
    func size() throws {
        var record = try crowded()
        let holders = (0..<8).map { AccountIdentifier("\($0)") }
        record.share?.guests.removeFirst()
        record.entries = (0..<1_000).map {
            .init(identity: .sample($0), status: .known(holders: holders, isHeld: true))
        }
        let uses = (0..<2_048).map { ChallengeUse.sample($0, by: "account \($0)") }
        record.usedChallenges = try #require(UsedChallenges(uses: uses))
        let storedForm = record.storedForm
        #expect(try CollaborationRecord(storedForm: storedForm, of: "doc-42") == record)
        // A record may have ten times as many identities, and removed accounts.
        record.entries = []
        let rest = 9 * (storedForm.count - record.storedForm.count) + CollaborationRecord.removalByteCount
        #expect(storedForm.count + rest <= CollaborationRecord.maximumByteCount)
    }
}
