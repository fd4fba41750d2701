import CollaborationCore
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Synchronization
import Testing

@testable import CollaborationServer

/// A change of a record, for random histories.
private enum Operation: Hashable, Sendable {
    case add([Person.Identity])
    case remove([Person.Identity])
    case admit(Int, AccountIdentifier, challenge: Int)
    case leave(AccountIdentifier)
    case removeAccount(AccountIdentifier)
    case end
    case start

    /// Draws an operation on few identities, accounts and challenges, so that operations often meet.
    static func random(using generator: inout some RandomNumberGenerator) -> Operation {
        let identity = Int.random(in: 0..<3, using: &generator)
        let account = ["bob", "carol"][.random(in: 0..<2, using: &generator)] as AccountIdentifier
        switch Int.random(in: 0..<13, using: &generator) {
        case 0: return .add([.sample(identity)])
        case 1, 2: return .remove([.sample(identity)])
        case 3...8: return .admit(identity, account, challenge: .random(in: 0..<4, using: &generator))
        case 9: return .leave(account)
        case 10: return .removeAccount(account)
        case 11: return .end
        default: return .start
        }
    }

    /// Performs the operation, and returns what it returned or threw.
    func apply(to record: inout CollaborationRecord) -> String {
        do throws(CollaborationError) {
            switch self {
            case .add(let added): try record.update(adding: added, removing: [])
            case .remove(let removed): try record.update(adding: [], removing: removed)
            case .admit(let identity, let account, let challenge):
                try record.admit(identity, as: account, using: .sample(challenge, by: account))
            case .leave(let account): try record.leave(account)
            case .removeAccount(let account): try record.remove(account, by: .account)
            case .end: record.end()
            case .start: try record.start(by: "alice", selecting: [])
            }
            return "done"
        } catch {
            return "\(error)"
        }
    }
}

@Suite("Concurrent calls")
struct ConcurrentCallsTests {
    private typealias Call = (operation: Operation, result: String)

    /// Performs random calls on three servers that pause before each access to their store.
    ///
    /// - Returns: Whether some serial order of the calls explains the results and the final record.
    private func isExplained(seed: Int, store: any CollaborationStore) async throws -> Bool {
        let start = try CollaborationRecord(storedForm: await stored(store), of: "doc-42")
        let interleaving = RandomInterleaving(seed: seed, tasks: 3)
        var generator = SeededGenerator("calls", String(seed))
        let histories = try await withThrowingTaskGroup(of: (Int, [Call]).self) { group in
            for number in 0..<3 {
                let operations = (0..<3).map { _ in Operation.random(using: &generator) }
                let writer = RecordWriter(FaultyStore(store, before: { _ in await interleaving.step(of: number) }))
                group.addTask {
                    defer { interleaving.finish() }
                    var calls: [Call] = []
                    for operation in operations {
                        let result = Mutex("")
                        try await writer.change("doc-42", by: .server) { record in
                            let outcome = operation.apply(to: &record)
                            result.withLock { $0 = outcome }
                        }
                        calls.append((operation, result.withLock(\.self)))
                    }
                    return (number, calls)
                }
            }
            return try await group.reduce(into: [[], [], []]) { $0[$1.0] = $1.1 }
        }
        let final = try CollaborationRecord(storedForm: await stored(store), of: "doc-42")
        return explains(histories, from: start, to: final)
    }

    private func explains(
        _ histories: [[Call]],
        from record: CollaborationRecord,
        to final: CollaborationRecord
    ) -> Bool {
        if histories.allSatisfy(\.isEmpty) { return record == final }
        return histories.indices.contains { server in
            guard let call = histories[server].first else { return false }
            var (next, rest) = (record, histories)
            rest[server].removeFirst()
            return call.operation.apply(to: &next) == call.result && explains(rest, from: next, to: final)
        }
    }

    private func stored(_ store: any CollaborationStore) async throws -> [UInt8] {
        try #require(try await store.record(of: "doc-42")).bytes
    }

    /// A store with identities, so that admissions and removals meet.
    private func store() async throws -> InMemoryCollaborationStore {
        let store = InMemoryCollaborationStore()
        try await TestServer(store: store).start(adding: (0..<3).map { .sample($0) })
        return store
    }

    @Test("Concurrent calls on several servers return what they would in some serial order")
    func explained() async throws {
        for seed in 0..<100 { #expect(try await isExplained(seed: seed, store: store()), "seed \(seed)") }
    }

    @Test("Concurrent calls on a store that ignores the version are in no serial order")
    func caught() async throws {
        var unexplained = 0
        for seed in 0..<50 {
            var careless = FaultyStore(try await store())
            careless.swap = { store, call in
                var call = call
                call.version = try await store.record(of: call.document)?.version
                return try await store.swap(call)
            }
            if try await !isExplained(seed: seed, store: careless) { unexplained += 1 }
        }
        #expect(unexplained > 0)
    }
}
