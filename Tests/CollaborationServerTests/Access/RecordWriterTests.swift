import CollaborationCore
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Synchronization
import Testing

@testable import CollaborationServer

@Suite("Changes of records")
struct RecordWriterTests {
    let memory = InMemoryCollaborationStore()

    /// A store that refuses each replacement.
    private var conflicting: FaultyStore {
        var store = FaultyStore(memory)
        store.swap = { _, _ in false }
        return store
    }

    /// Counts the replacements of a store.
    private func counting(_ store: any CollaborationStore, _ count: SharedValue<Int>) -> FaultyStore {
        FaultyStore(store, before: { if $0 != nil { count.value.withLock { $0 += 1 } } })
    }

    @Test("A change gives up after 16 conflicts, backs off after each, and changes nothing")
    func conflicts() async throws {
        let (replacements, conflictCounts) = (SharedValue(0), SharedValue<[Int]>([]))
        let server = try TestServer(store: counting(conflicting, replacements)) { count in
            conflictCounts.value.withLock { $0.append(count) }
        }
        await #expect(throws: CollaborationError.busy) { try await server.start() }
        #expect(replacements.value.withLock(\.self) == 16)
        #expect(conflictCounts.value.withLock(\.self) == Array(1...15))
        #expect(await memory.record(of: "doc-42") == nil)
    }

    @Test("A task that is cancelled after a conflict begins no further attempt")
    func cancellation() async throws {
        let replacements = SharedValue(0)
        let server = try TestServer(store: counting(conflicting, replacements)) { _ in throw CancellationError() }
        await #expect(throws: CollaborationError.store(CancellationError())) { try await server.start() }
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
        let identities = try await server.collaborations.participants(of: "doc-42").map(\.identity)
        #expect(identities == [.sample(2)])
    }

    @Test("An error of the store whose outcome is unknown is thrown and not repeated")
    func unknownOutcome() async throws {
        let replacements = SharedValue(0)
        let losing = counting(FaultyStore.losingReplies(of: memory), replacements)
        let server = try TestServer(store: losing)
        await #expect(throws: CollaborationError.store(FaultyStore.Failure())) { try await server.start() }
        #expect(replacements.value.withLock(\.self) == 1)
        // A repetition by the caller finds its effect and writes nothing.
        try await server.start()
        #expect(replacements.value.withLock(\.self) == 1)
    }

    @Test("A change that has no effect writes nothing")
    func noEffect() async throws {
        try await TestServer(store: memory).start(adding: [.sample(1)])
        let replacements = SharedValue(0)
        let server = try TestServer(store: counting(memory, replacements))
        try await server.start()
        try await server.update(adding: [.sample(1)])
        try await server.collaborations.remove("bob", from: "doc-42")
        _ = try? await server.collaborations.leave("doc-42", as: "bob")
        _ = try await server.collaborations.forget("doc-43")
        #expect(replacements.value.withLock(\.self) == 0)
    }

    @Test("A damaged record is an error of each call, and stays as it is")
    func damagedRecord() async throws {
        let damaged = StoredRecord(bytes: [1])
        _ = await memory.replaceRecord(of: "doc-42", version: nil, with: damaged, accounts: AccountChanges())
        let server = try TestServer(store: memory)
        let calls: [() async throws -> Void] = [
            { _ = try await server.collaborations.access(of: "bob", to: "doc-42") },
            { _ = try await server.collaborations.participants(of: "doc-42") },
            { try await server.start() }, { try await server.update() },
            { _ = try await server.collaborations.end("doc-42") },
        ]
        for call in calls {
            await #expect(throws: CollaborationError.damagedRecord("doc-42", problem: "its version is 1")) {
                try await call()
            }
        }
        #expect(await memory.record(of: "doc-42") == damaged)
    }
}
