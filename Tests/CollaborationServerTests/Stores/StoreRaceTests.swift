import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Races of stores")
struct StoreRaceTests {
    /// Runs random calls on two servers, interleaved at each access to the database, and returns their
    /// results.
    func race(
        seed: Int,
        makeStore: (_ pause: @escaping @Sendable () async -> Void) -> any ParticipantStore
    ) async throws -> (histories: [[SerialOrder.Call]], final: [SerialOrder.Call]) {
        let fixture = try StoreFixture("race \(seed)", identityCount: 2)
        var generator = SeededGenerator("program", String(seed))
        let interleaving = RandomInterleaving(seed: seed, tasks: 2)
        let servers = (0..<2).map { server in
            (
                store: makeStore { await interleaving.step(of: server) },
                program: (0..<4).map { _ in fixture.randomOperation(using: &generator) }
            )
        }
        let histories = try await withThrowingTaskGroup(of: (Int, [SerialOrder.Call]).self) { group in
            for (index, server) in servers.enumerated() {
                group.addTask {
                    defer { interleaving.finish() }
                    var history: [SerialOrder.Call] = []
                    for operation in server.program {
                        history.append((operation, try await operation.perform(on: server.store)))
                    }
                    return (index, history)
                }
            }
            return try await group.reduce(into: [[], []]) { $0[$1.0] = $1.1 }
        }
        let observer = makeStore {}
        var final: [SerialOrder.Call] = []
        for operation in fixture.observations {
            final.append((operation, try await operation.perform(on: observer)))
        }
        return (histories, final)
    }

    @Test(
        "Two servers that race on one database are serializable",
        arguments: 0..<8
    )
    func explained(_ batch: Int) async throws {
        for seed in batch * 400..<(batch + 1) * 400 {
            let database = DocumentDatabase()
            let (histories, final) = try await race(seed: seed) {
                DocumentStore(database: database, pause: $0)
            }
            #expect(SerialOrder.explains(histories, then: final), "seed \(seed)")
        }
    }

    @Test("Two tasks that race on the in-memory store are serializable", arguments: 0..<4)
    func inMemory(_ batch: Int) async throws {
        for seed in batch * 500..<(batch + 1) * 500 {
            let store = InMemoryParticipantStore()
            let (histories, final) = try await race(seed: seed) { pause in
                InterceptedStore { operation in
                    await pause()
                    return try await operation.perform(on: store)
                }
            }
            #expect(SerialOrder.explains(histories, then: final), "seed \(seed)")
        }
    }

    @Test("Races on a database that ignores conflicts are not serializable")
    func caught() async throws {
        var unexplained = 0
        for seed in 0..<400 {
            let database = DocumentDatabase()
            let (histories, final) = try await race(seed: seed) {
                FaultyStore(
                    fault: .losesConcurrentUpdates,
                    store: DocumentStore(database: database, pause: $0)
                )
            }
            if !SerialOrder.explains(histories, then: final) { unexplained += 1 }
        }
        #expect(unexplained > 0)
    }
}
