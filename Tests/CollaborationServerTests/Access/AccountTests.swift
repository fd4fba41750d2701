import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Synchronization
import Testing

@Suite("Accounts")
struct AccountTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob")
    let carol = SimulatedPerson("Carol")
    let bobs: DerivedIdentity
    let carols: DerivedIdentity

    /// Alice shares doc-42 with Bob and Carol, who open it.
    init() async throws {
        server = try TestServer()
        (bobs, carols) = (try bob.identity(in: "doc-42"), try carol.identity(in: "doc-42"))
        try await server.start(adding: [bobs.identity, carols.identity])
        try await server.admit(bob, of: bobs)
        try await server.admit(carol, of: carols, as: "carol")
    }

    @Test("An account that leaves loses access, and may come back through the link with a new proof")
    func leaving() async throws {
        try await server.collaborations.leave("doc-42", as: "bob")
        #expect(try await server.accounts() == ["alice", "carol"])
        try await server.admit(bob, of: bobs)
        #expect(try await server.accounts() == ["alice", "bob", "carol"])
    }

    @Test("An account without access cannot leave")
    func leavingAgain() async throws {
        try await server.collaborations.leave("doc-42", as: "bob")
        for account in ["bob", "mallory"] as [AccountIdentifier] {
            await #expect(throws: CollaborationError.refused(.noAccess)) {
                try await server.collaborations.leave("doc-42", as: account)
            }
        }
    }

    @Test("A proof that was used before its account left is refused afterwards")
    func replayAfterLeaving() async throws {
        let answer = try server.answer(by: bob.devices[0], of: bobs)
        try await server.collaborations.admit(answer, as: "bob", to: "doc-42")
        try await server.collaborations.leave("doc-42", as: "bob")
        await server.expect(.challengeAlreadyUsed, answer)
    }

    @Test("A removed account loses all its identities for good")
    func removal() async throws {
        let second = try bob.identity(in: "doc-42", invitation: 1)
        try await server.update(adding: [second.identity])
        try await server.admit(bob, of: second)
        try await server.collaborations.remove("bob", from: "doc-42")
        #expect(try await server.accounts() == ["alice", "carol"])
        try await server.update(adding: [bobs.identity, second.identity])
        for identity in [bobs, second] {
            await server.expect(.unknownIdentity, try server.answer(by: bob.devices[0], of: identity))
        }
    }

    @Test("Removing an account without access does nothing")
    func removalOfStranger() async throws {
        let before = try await server.store.record(of: "doc-42")
        try await server.collaborations.remove("mallory", from: "doc-42")
        #expect(try await server.store.record(of: "doc-42") == before)
    }

    @Test("The owner can neither leave nor be removed")
    func owner() async throws {
        await #expect(throws: CollaborationError.refused(.ownerCannotLeave)) {
            try await server.collaborations.leave("doc-42", as: "alice")
        }
        await #expect(throws: CollaborationError.refused(.ownerCannotLeave)) {
            try await server.collaborations.remove("alice", from: "doc-42")
        }
    }

    @Test("Ending a collaboration revokes everybody, the owner too")
    func ending() async throws {
        #expect(try await server.collaborations.end("doc-42") == ["alice", "bob", "carol"])
        #expect(try await server.accounts().isEmpty)
        await server.expect(.notStarted, try server.answer(by: bob.devices[0], of: bobs))
        await #expect(throws: CollaborationError.refused(.notStarted)) { try await server.update() }
    }

    @Test("After an end another account may start anew, and no identity from before gets access")
    func startAfterEnd() async throws {
        try await server.collaborations.end("doc-42")
        try await server.start(by: "dave", adding: [])
        try await server.update(adding: [bobs.identity], by: "dave")
        await server.expect(.unknownIdentity, try server.answer(by: bob.devices[0], of: bobs))
        #expect(try await server.accounts() == ["dave"])
    }

    @Test("Forgetting a collaboration revokes everybody and deletes the record, once no replay is possible")
    func forgetting() async throws {
        #expect(try await server.collaborations.forget("doc-42") == ["alice", "bob", "carol"])
        #expect(try await server.accounts().isEmpty)
        #expect(try await server.store.record(of: "doc-42") != nil)
        server.clock.advance(by: .seconds(180 + 86_400 + 1))
        #expect(try await server.collaborations.forget("doc-42").isEmpty)
        #expect(try await server.store.record(of: "doc-42") == nil)
    }

    @Test("A used proof is refused after its collaboration was forgotten by a server whose clock is ahead")
    func replayAfterForgetting() async throws {
        let answer = try server.answer(by: bob.devices[0], of: bobs)
        try await server.collaborations.admit(answer, as: "bob", to: "doc-42")
        let ahead = SimulatedClock(startingAt: server.clock.date.addingTimeInterval(3 * 3600))
        try await TestServer(clock: ahead, store: server.store).collaborations.forget("doc-42")
        try await server.start(adding: [bobs.identity])
        await server.expect(.challengeAlreadyUsed, answer)
    }

    @Test("An erased account leaves what others own, whose invitations stay open")
    func erasing() async throws {
        #expect(try await server.collaborations.erase("bob") == ["doc-42"])
        #expect(try await server.collaborations.erase("bob").isEmpty)
        #expect(try await server.accounts() == ["alice", "carol"])
        try await server.admit(bob, of: bobs, as: "dave")
    }

    @Test("An erased account ends what it owns, and its name is no longer stored")
    func erasingOwner() async throws {
        try await server.start("doc-43")
        #expect(try await server.collaborations.erase("alice") == ["doc-42", "doc-43"])
        #expect(try await server.accounts().isEmpty)
        let stored = try #require(try await server.store.record(of: "doc-42"))
        #expect(stored.bytes.firstRange(of: "alice".utf8) == nil)
    }

    @Test("Erasing an account that failed midway can be repeated")
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
        await #expect(throws: CollaborationError.store(FaultyStore.Failure())) {
            try await other.collaborations.erase("alice")
        }
        #expect(try await other.collaborations.erase("alice") == ["doc-43"])
        #expect(try await other.collaborations.collaborations(of: "alice").isEmpty)
    }

    @Test("An account is erased from more collaborations than one page of the index holds")
    func manyCollaborations() async throws {
        for number in 0..<150 { try await server.start("many-\(number)") }
        #expect(try await server.collaborations.erase("alice").count == 151)
        #expect(try await server.collaborations.collaborations(of: "alice").isEmpty)
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
        await #expect(throws: CollaborationError.damagedRecord("b", problem: "its version is 9")) {
            try await server.collaborations.erase("alice")
        }
        #expect(try await server.collaborations.collaborations(of: "alice") == ["b"])
        // A damaged record can be deleted, and its entry in the index goes with the account.
        #expect(try await server.collaborations.forget("b").isEmpty)
        #expect(try await server.store.record(of: "b") == nil)
        #expect(try await server.collaborations.erase("alice").isEmpty)
        #expect(try await server.collaborations.collaborations(of: "alice").isEmpty)
    }

    @Test("A list is read a page at a time, in the order of the bytes")
    func pages() async throws {
        for name in ["B", "a", "b"] as [CollaborationIdentifier] { try await server.start(name) }
        #expect(try await server.collaborations.collaborations(of: "alice") == ["B", "a", "b", "doc-42"])
        #expect(try await server.collaborations.collaborations(of: "alice", limit: 2) == ["B", "a"])
        #expect(try await server.collaborations.collaborations(of: "alice", after: "a", limit: 1) == ["b"])
    }

    @Test("A page of no entries is refused before the store is asked", arguments: [0, -1, Int.min])
    func limits(_ limit: Int) async throws {
        await #expect(throws: CollaborationError.limit(.pageNotPositive)) {
            try await server.collaborations.collaborations(of: "alice", limit: limit)
        }
    }
}
