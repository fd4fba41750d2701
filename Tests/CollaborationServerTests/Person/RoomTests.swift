import CollaborationCore
import CollaborationTestSupport
import Testing

@testable import CollaborationServer

@Suite("The room of a record for selections, and of the index for names", .timeLimit(.minutes(1)))
struct RoomTests {
    /// More than 100,000 bytes.
    static let options: Set<OptionIdentifier> = Set(
        (0..<100).map { OptionIdentifier(String(repeating: "x", count: 1_000) + "\($0)") }
    )

    @Test("The options that are selected for single accounts take room, and what has too little room cannot be read")
    func selections() throws {
        var record = CollaborationRecord()
        try record.start(by: "alice", selecting: [])
        for account in ["bob", "carol", "dave"] as [AccountIdentifier] { try record.select(Self.options, for: account) }
        let maximum = CollaborationRecord.maximumNameByteCount - CollaborationRecord.removalByteCount
        #expect(throws: CollaborationError.limit(.names(maximumByteCount: maximum))) {
            var record = record
            try record.select(Self.options, for: "erin")
        }
        #expect(try CollaborationRecord(storedForm: record.storedForm, of: "doc-42") == record)
        record.share?.selections["erin"] = Self.options
        #expect(throws: CollaborationError.damagedRecord("doc-42", problem: "its names are too long")) {
            try CollaborationRecord(storedForm: record.storedForm, of: "doc-42")
        }
    }

    @Test("Names take all of their room and not a byte more")
    func names() throws {
        var record = CollaborationRecord()
        try record.start(by: "alice", selecting: [])
        let maximum = CollaborationRecord.maximumNameByteCount - CollaborationRecord.removalByteCount
        while case let rest = maximum - record.nameByteCount, rest > 1_000 {
            try record.admitGuest(AccountIdentifier("\(rest)" + String(repeating: "x", count: 900)))
        }
        let last = String(repeating: "y", count: maximum - record.nameByteCount - 8)
        #expect(throws: CollaborationError.limit(.names(maximumByteCount: maximum))) {
            var record = record
            try record.admitGuest(AccountIdentifier(last + "y"))
        }
        try record.admitGuest(AccountIdentifier(last))
    }

    @Test("An update of an almost full record remembers as many unknown identities as removed as have room")
    func unknownIdentities() throws {
        func identities(_ numbers: Range<Int>) -> [Person.Identity] { numbers.map { .sample($0) } }
        let maximum = CollaborationRecord.maximumIdentityCount
        var record = CollaborationRecord()
        try record.start(by: "alice", selecting: [])
        try record.update(adding: identities(0..<maximum - 3), removing: [])
        try record.update(adding: identities(maximum..<maximum + 2), removing: identities(maximum + 2..<maximum + 9))
        let people = record.people
        #expect(people?.unprovenIdentities.count == maximum - 1 && people?.removedIdentityCount == 1)
        #expect(people?.usedChallengeCount == 0)
    }

    @Test("Erasing an account removes what the index alone still has of it, as after a damaged record was forgotten")
    func index() async throws {
        let store = InMemoryCollaborationStore()
        let (bob, hidden) = ("bob" as AccountIdentifier, ("bob" as AccountIdentifier).traceKey)
        let server = try TestServer(store: store)
        _ = try await server.document.forget()
        try await store.change(AccountChanges(added: [bob, hidden]), of: "doc-42")
        #expect(try await server.collaborations.erase(bob).isEmpty)
        for key in [bob, hidden] { #expect(try await store.all(of: key) == []) }
    }
}
