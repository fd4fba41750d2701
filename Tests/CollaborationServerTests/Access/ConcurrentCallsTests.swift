import CollaborationCore
import CollaborationTestSupport
import CollaborationTesting
import Testing

@testable import CollaborationServer

@Suite("Concurrent calls")
struct ConcurrentCallsTests {
    /// Performs random calls on three servers that pause before each access to their store.
    ///
    /// - Returns: Whether some serial order of the calls explains the results and the final state.
    func isExplained(seed: Int, store: any CollaborationStore) async throws -> Bool {
        let interleaving = RandomInterleaving(seed: seed, tasks: 3)
        var generator = SeededGenerator("calls", String(seed))
        let histories = try await withThrowingTaskGroup(of: (Int, [SerialOrder.Call]).self) { group in
            for number in 0..<3 {
                let operations = (0..<3).map { _ in RecordOperation.random(using: &generator) }
                let stepping = FaultyStore(store, before: { _ in await interleaving.step(of: number) })
                let server = try CollaborationAccess(operatingOn: stepping)
                group.addTask {
                    defer { interleaving.finish() }
                    var calls: [SerialOrder.Call] = []
                    for operation in operations {
                        calls.append((operation, try await operation.perform(on: server)))
                    }
                    return (number, calls)
                }
            }
            return try await group.reduce(into: [[], [], []]) { $0[$1.0] = $1.1 }
        }
        let observer = try CollaborationAccess(operatingOn: store)
        var final: [SerialOrder.Call] = []
        for operation in [.participants] + RecordOperation.accounts.map(RecordOperation.isListed) {
            final.append((operation, try await operation.perform(on: observer)))
        }
        var model = RecordModel()
        _ = model.apply(.update(added: RecordOperation.identities, removed: []))
        return SerialOrder.explains(histories, from: model, then: final)
    }

    /// A store with identities, so that admissions and removals meet.
    private func store() async throws -> InMemoryCollaborationStore {
        let store = InMemoryCollaborationStore()
        try await CollaborationAccess(operatingOn: store)
            .addParticipants(RecordOperation.identities, to: "doc-42")
        return store
    }

    @Test("Concurrent calls on several servers return what they would in some serial order")
    func explained() async throws {
        for seed in 0..<200 {
            #expect(try await isExplained(seed: seed, store: store()), "seed \(seed)")
        }
    }

    @Test("Concurrent calls on a store that ignores the version are in no serial order")
    func caught() async throws {
        var unexplained = 0
        for seed in 0..<100 {
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
