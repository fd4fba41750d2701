import CollaborationCore
import CollaborationTestSupport
import Foundation
import Synchronization
import Testing

@testable import CollaborationServer

@Suite("Changes of records", .timeLimit(.minutes(1)))
struct RecordWriterTests {
    let memory = InMemoryCollaborationStore()

    /// A store that refuses each replacement.
    private var conflicting: FaultyStore {
        var store = FaultyStore(memory)
        store.swap = { _, _ in false }
        return store
    }

    private func counting(_ store: any CollaborationStore, _ count: SharedValue<Int>) -> FaultyStore {
        FaultyStore(store, before: { if $0 != nil { count.value.withLock { $0 += 1 } } })
    }

    @Test("A change gives up after 16 conflicts and changes nothing")
    func conflicts() async throws {
        let replacements = SharedValue(0)
        let server = try TestServer(store: counting(conflicting, replacements))
        await #expect(throws: CollaborationError.busy) { try await server.start() }
        #expect(replacements.value.withLock(\.self) == 16)
        #expect(await memory.record(of: "doc-42") == nil)
    }

    @Test("A task that is canceled after a conflict begins no further attempt, and its call is canceled")
    func cancellation() async throws {
        let replacements = SharedValue(0)
        var store = counting(memory, replacements)
        store.swap = { _, _ in
            replacements.value.withLock { $0 += 1 }
            unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            return false
        }
        let server = try TestServer(store: store)
        let task = Task { try await server.start() }
        await #expect(throws: CollaborationError.canceled) { try await task.value }
        #expect(replacements.value.withLock(\.self) == 1)
    }

    @Test("After a conflict the rules are applied to what is stored then")
    func secondAttempt() async throws {
        let replacements = SharedValue(0)
        let other = try TestServer(store: memory)
        try await other.start(adding: [.sample(1)])
        let overtaken = FaultyStore(
            memory,
            before: { replaced in
                guard replaced != nil else { return }
                let isFirst = replacements.value.withLock { count in
                    count += 1
                    return count == 1
                }
                if isFirst { try await other.update(removing: [.sample(1)]) }
            }
        )
        let server = try TestServer(store: overtaken)
        try await server.update(adding: [.sample(1), .sample(2)])
        #expect(try await server.document.people()?.unprovenIdentities == [.sample(2)])
    }

    @Test("After a lost reply a call succeeds with its change if what it wrote is stored, and nothing is repeated")
    func lostReply() async throws {
        let replacements = SharedValue(0)
        let server = try TestServer(store: counting(FaultyStore.losingReplies(of: memory), replacements))
        let change = try await server.document.start(StartRequest(selectedOptions: ["read"]), as: "alice")
        #expect(change.gained == ["alice"])
        #expect(replacements.value.withLock(\.self) == 1)
    }

    @Test("A call whose task is canceled during a replacement succeeds if what it wrote is stored")
    func canceledReplacement() async throws {
        var store = FaultyStore(memory)
        store.read = { store, document in
            try Task.checkCancellation()
            return try await store.record(of: document)
        }
        store.swap = { store, call in
            _ = try await store.swap(call)
            unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            throw CancellationError()
        }
        let server = try TestServer(store: store)
        let task = Task { try await server.document.start(StartRequest(selectedOptions: ["read"]), as: "alice") }
        #expect(try await task.value.gained == ["alice"])
    }

    @Test(
        "An error of a replacement that has not been made is thrown and not repeated, also if another was made meanwhile"
    )
    func failedReplacement() async throws {
        let (replacements, other) = (SharedValue(0), try TestServer(store: memory))
        let failing = FaultyStore(
            memory,
            before: { replaced in
                guard replaced != nil else { return }
                replacements.value.withLock { $0 += 1 }
                try await other.start(as: "bob")
                throw FaultyStore.Failure()
            }
        )
        let server = try TestServer(store: failing)
        await #expect(throws: CollaborationError.store(FaultyStore.Failure())) { try await server.start() }
        #expect(replacements.value.withLock(\.self) == 1)
        #expect(try await other.document.people()?.owner == "bob")
    }

    @Test("A change that has no effect writes nothing")
    func noEffect() async throws {
        try await TestServer(store: memory).start(adding: [.sample(1)])
        let replacements = SharedValue(0)
        let server = try TestServer(store: counting(memory, replacements))
        try await server.start()
        try await server.update(adding: [.sample(1)])
        try await server.document.transfer(to: "alice", by: .account("alice"))
        try await server.document.readmit("bob", by: .account("alice"))
        _ = try? await server.document.leave(as: "bob")
        try await server.collaborations["doc-43"].readmit("bob", by: .server)
        #expect(replacements.value.withLock(\.self) == 0)
    }

    @Test("A damaged record is an error of each call, and stays as it is")
    func damagedRecord() async throws {
        let damaged = StoredRecord(bytes: [1])
        _ = await memory.replaceRecord(of: "doc-42", version: nil, with: damaged, accounts: AccountChanges())
        let server = try TestServer(store: memory)
        let document = server.document
        let calls: [() async throws -> Void] = [
            { _ = try await document.access(of: "bob") }, { _ = try await document.people() },
            { _ = try await document.selection() }, { _ = try await document.identities(of: "bob", for: "bob") },
            { try await server.start() }, { try await server.update() },
            { try await document.admit(guest: "bob", by: .server) },
            { try await document.select(["read"], for: "bob", by: .server) },
            { _ = try await document.leave(as: "bob") }, { _ = try await document.remove("bob", by: .server) },
            { try await document.readmit("bob", by: .server) },
            { try await document.transfer(to: "bob", by: .server) }, { _ = try await document.end(by: .server) },
        ]
        for call in calls {
            await #expect(throws: CollaborationError.damagedRecord("doc-42", problem: "its version is 1")) {
                try await call()
            }
        }
        #expect(await memory.record(of: "doc-42") == damaged)
    }
}
