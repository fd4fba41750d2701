import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Synchronization
import Testing

@Suite("An account in all collaborations", .timeLimit(.minutes(1)))
struct ErasureTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob")
    let carol = SimulatedPerson("Carol")
    let bobs: SimulatedInvitation
    let carols: SimulatedInvitation

    /// Alice shares doc-42 with Bob and Carol, who open it.
    init() async throws {
        server = try TestServer()
        (bobs, carols) = (bob.invitation(to: "doc-42"), carol.invitation(to: "doc-42"))
        try await server.start(adding: [bobs.identity, carols.identity])
        try await server.admit(bob, by: bobs)
        try await server.admit(carol, by: carols, as: "carol")
    }

    @Test("Erasing an account that failed midway can be repeated, and tells what it has changed before and after")
    func repeatedErasing() async throws {
        try await server.start("doc-43")
        let hasFailed = Mutex(false)
        let failing = FaultyStore(
            server.store,
            before: { replaced in
                let fails = hasFailed.withLock { hasFailed in
                    defer { hasFailed = hasFailed || replaced == "doc-43" }
                    return replaced == "doc-43" && !hasFailed
                }
                if fails { throw FaultyStore.Failure() }
            }
        )
        let other = try TestServer(clock: server.clock, store: failing)
        var changes: [Change] = []
        await #expect(throws: CollaborationError.store(FaultyStore.Failure())) {
            try await other.collaborations.erase("alice") { changes.append($0) }
        }
        #expect(changes.map(\.lost) == [["alice", "bob", "carol"]])
        changes = try await other.collaborations.erase("alice")
        #expect(changes.map(\.description) == [#""doc-43" by the server: ended; erased "alice""#])
        #expect(changes.map(\.lost) == [["alice"]])
        #expect(try await other.collaborations.list(of: "alice").isEmpty)
    }

    @Test("An account is erased from more collaborations than one page of the index holds")
    func manyCollaborations() async throws {
        for number in 0..<150 { try await server.start("many-\(number)") }
        #expect(try await server.collaborations.erase("alice").count == 151)
        #expect(try await server.collaborations.list(of: "alice").isEmpty)
    }

    @Test("Erasing goes on after a damaged record, and throws at the end")
    func damagedRecord() async throws {
        for name in ["a", "b", "c"] as [CollaborationIdentifier] { try await server.start(name) }
        let stored = try await server.store.record(of: "b")
        let damaged = StoredRecord(bytes: [9])
        _ = try await server.store.replaceRecord(
            of: "b",
            version: stored?.version,
            with: damaged,
            accounts: AccountChanges()
        )
        var changes: [Change] = []
        await #expect(throws: CollaborationError.damagedRecord("b", problem: "its version is 9")) {
            try await server.collaborations.erase("alice") { changes.append($0) }
        }
        #expect(changes.map(\.collaboration) == ["a", "c", "doc-42"])
        #expect(try await server.collaborations.list(of: "alice") == ["b"])
        // A damaged record can be forgotten, and its entry in the index goes with the account.
        #expect(try await server.collaborations["b"].forget().events == [.forgotten])
        #expect(try await server.store.record(of: "b")?.bytes.count == 12)
        #expect(try await server.collaborations.erase("alice").isEmpty)
        #expect(try await server.collaborations.list(of: "alice").isEmpty)
    }

    @Test("An account is erased also where a record only names it: it has left, was removed, or has a selection")
    func traces() async throws {
        _ = try await server.document.leave(as: "bob")
        _ = try await server.document.remove("carol", by: .account("alice"))
        try await server.document.select(["read"], for: "dave", by: .account("alice"))
        _ = try await server.collaborations["doc-43"].remove("dave", by: .server)
        for account in ["bob", "carol", "dave"] as [AccountIdentifier] {
            #expect(try await server.collaborations.list(of: account).isEmpty)
            let changes = try await server.collaborations.erase(account)
            #expect(changes.allSatisfy { $0.lost.isEmpty && $0.events == [.erased(account)] })
            #expect(changes.map(\.collaboration) == (account == "dave" ? ["doc-42", "doc-43"] : ["doc-42"]))
            let stored = try #require(try await server.store.record(of: "doc-42"))
            #expect(stored.bytes.firstRange(of: account.rawValue.utf8) == nil)
        }
        #expect(try await server.store.record(of: "doc-43") == nil)
    }

    @Test("An account that becomes a guest again while it is erased is erased there too")
    func guestMeanwhile() async throws {
        _ = try await server.document.leave(as: "bob")
        let isAdmitted = Mutex(false)
        var store = FaultyStore(server.store)
        store.list = { [server] store, account, last, limit in
            let page = try await store.collaborations(of: account, after: last, limit: limit)
            let isFirst = isAdmitted.withLock { isAdmitted in
                defer { isAdmitted = true }
                return !isAdmitted
            }
            if isFirst { try await server.document.admit(guest: "bob", by: .account("alice")) }
            return page
        }
        let other = try TestServer(clock: server.clock, store: store)
        #expect(try await other.collaborations.erase("bob").map(\.lost) == [["bob"]])
        #expect(try await server.accounts() == ["alice", "carol"])
    }

    @Test("A list is read a page at a time, in the order of the bytes")
    func pages() async throws {
        for name in ["B", "a", "b"] as [CollaborationIdentifier] { try await server.start(name) }
        #expect(try await server.collaborations.list(of: "alice") == ["B", "a", "b", "doc-42"])
        #expect(try await server.collaborations.list(of: "alice", limit: 2) == ["B", "a"])
        #expect(try await server.collaborations.list(of: "alice", after: "a", limit: 1) == ["b"])
    }

    @Test("The key of an account that a record only names is no account's name, so no list shows it")
    func traceKeys() async throws {
        let added = SharedValue<Set<AccountIdentifier>>([])
        var store = FaultyStore(server.store)
        store.swap = { store, call in
            added.value.withLock { $0 = call.accounts.added }
            return try await store.swap(call)
        }
        _ = try await TestServer(clock: server.clock, store: store).document.leave(as: "bob")
        // SHA-256 of "bob".
        let key: AccountIdentifier = "\u{FFFF}81b637d8fcd2c6da6359e6963113a1170de795e4b725b84d1e0b4cfd9ec58ce9"
        #expect(added.value.withLock(\.self) == [key])
        #expect(try await server.store.collaborations(of: key, after: nil, limit: 1) == ["doc-42"])
        await #expect(throws: CollaborationError.self) { try await server.collaborations.list(of: key) }
    }

    @Test("A page of no entries is refused before the store is asked", arguments: [0, -1, Int.min])
    func limits(_ limit: Int) async throws {
        await #expect(throws: CollaborationError.limit(.pageNotPositive)) {
            try await server.collaborations.list(of: "alice", limit: limit)
        }
    }
}
