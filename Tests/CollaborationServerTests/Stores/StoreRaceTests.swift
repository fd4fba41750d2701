import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Two servers on one database")
struct StoreRaceTests {
    /// What two servers saw that each make some random calls, interleaved at each access to the database.
    func race(
        seed: Int,
        makeStore: (_ pause: @escaping @Sendable () async -> Void) -> any ParticipantStore
    ) async throws -> (histories: [[SerialOrder.Call]], final: [SerialOrder.Call]) {
        let scene = try StoreScene("race \(seed)", identityCount: 2)
        var generator = SeededGenerator("program", String(seed))
        let interleaving = RandomInterleaving(seed: seed, tasks: 2)
        let servers = (0..<2).map { server in
            (
                store: makeStore { await interleaving.step(of: server) },
                program: (0..<4).map { _ in scene.randomOperation(using: &generator) }
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
        for operation in scene.observations {
            final.append((operation, try await operation.perform(on: observer)))
        }
        return (histories, final)
    }

    @Test(
        "that race to admit, remove and re-add end in a state that some serial order explains",
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

    @Test("that race on the in-memory store are explained too", arguments: 0..<4)
    func inMemory(_ batch: Int) async throws {
        for seed in batch * 500..<(batch + 1) * 500 {
            let store = InMemoryParticipantStore()
            let (histories, final) = try await race(seed: seed) { PausingStore(store: store, pause: $0) }
            #expect(SerialOrder.explains(histories, then: final), "seed \(seed)")
        }
    }

    @Test("are caught when the database replaces a document that has changed")
    func caught() async throws {
        var unexplained = 0
        for seed in 0..<400 {
            let database = DocumentDatabase()
            let (histories, final) = try await race(seed: seed) {
                FaultyStore(fault: .lostUpdate, database: database, pause: $0)
            }
            if !SerialOrder.explains(histories, then: final) { unexplained += 1 }
        }
        #expect(unexplained > 0)
    }
}

/// The in-memory store with a pause before each operation.
private struct PausingStore: ParticipantStore {
    let store: InMemoryParticipantStore
    let pause: @Sendable () async -> Void

    func update(_ update: ParticipantsUpdate) async -> Set<AccountIdentifier> {
        await pause()
        return await store.update(update)
    }

    func pair(_ pairing: Pairing) async -> PairingOutcome {
        await pause()
        return await store.pair(pairing)
    }

    func accounts(in collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await pause()
        return await store.accounts(in: collaboration)
    }

    func identities(
        of account: AccountIdentifier,
        in collaboration: CollaborationIdentifier
    ) async -> Set<Person.Identity> {
        await pause()
        return await store.identities(of: account, in: collaboration)
    }

    func removeAll(from collaboration: CollaborationIdentifier) async -> Set<AccountIdentifier> {
        await pause()
        return await store.removeAll(from: collaboration)
    }
}
