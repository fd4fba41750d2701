import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ParticipantStoreRule {
    static let races = [
        ParticipantStoreRule("One of many concurrent attempts uses a challenge") { store, check in
            for run in 0..<10 {
                let fixture = try check.fixture(run)
                _ = try await store.update(fixture.update(adding: [0]))
                let outcomes = try await atOnce(
                    (0..<8).map { _ in fixture.pairing(0, with: 0, challenge: 0) }
                ) {
                    try await store.pair($0)
                }
                try check.expect(outcomes.count { $0 == .paired(revoked: nil) }, 1, "attempts that succeeded")
                try check.expect(outcomes.count { $0 == .challengeAlreadyUsed }, 7, "attempts refused")
            }
        },
        ParticipantStoreRule("One of several concurrent accounts is paired with an identity") {
            store,
            check in
            for run in 0..<10 {
                let fixture = try check.fixture(run)
                _ = try await store.update(fixture.update(adding: [0]))
                let outcomes = try await atOnce((0..<3).map { fixture.pairing(0, with: $0, challenge: $0) }) {
                    try await store.pair($0)
                }
                try check.expect(outcomes.count { $0 == .paired(revoked: nil) }, 1, "accounts let in")
                try check.expect(try await store.accounts(in: fixture.collaboration).count, 1, "accounts")
            }
        },
        ParticipantStoreRule("One of several concurrent removals returns the revoked account") {
            store,
            check in
            for run in 0..<10 {
                let fixture = try check.fixture(run)
                _ = try await store.update(fixture.update(adding: [0, 1]))
                _ = try await store.pair(fixture.pairing(0, with: 0, challenge: 0))
                _ = try await store.pair(fixture.pairing(1, with: 0, challenge: 1))
                let removals = [[0], [1], [0, 1], [1, 0]].map { fixture.update(removing: $0) }
                let revoked = try await atOnce(removals) { try await store.update($0) }
                try check.expect(revoked.count { !$0.isEmpty }, 1, "removals that returned the account")
                try check.expect(try await store.accounts(in: fixture.collaboration), [], "accounts")
            }
        },
        ParticipantStoreRule("Concurrent calls return what they would in some serial order") { store, check in
            for run in 0..<40 {
                let fixture = try check.fixture(run)
                var generator = SeededGenerator("race", String(run))
                let programs = (0..<3).map { _ in
                    (0..<5).map { _ in fixture.randomOperation(using: &generator) }
                }
                let histories = try await atOnce(programs) { program in
                    var history: [SerialOrder.Call] = []
                    for operation in program {
                        history.append((operation, try await operation.perform(on: store)))
                    }
                    return history
                }
                var final: [SerialOrder.Call] = []
                for operation in fixture.observations {
                    final.append((operation, try await operation.perform(on: store)))
                }
                let isExplained = SerialOrder.explains(histories, then: final)
                try check.expect(isExplained, true, "whether some serial order of run \(run) exists")
            }
        },
    ]

    /// Runs a closure on all inputs concurrently and returns the outputs in the order of the inputs.
    private static func atOnce<Input: Sendable, Output: Sendable>(
        _ inputs: [Input],
        _ body: @escaping @Sendable (Input) async throws -> Output
    ) async throws -> [Output] {
        try await withThrowingTaskGroup(of: (Int, Output).self) { group in
            for (index, input) in inputs.enumerated() {
                group.addTask { (index, try await body(input)) }
            }
            var outputs: [(Int, Output)] = []
            for try await output in group { outputs.append(output) }
            return outputs.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
