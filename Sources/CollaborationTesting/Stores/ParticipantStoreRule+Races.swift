import CollaborationServer

extension ParticipantStoreRule {
    static let races = [
        ParticipantStoreRule("One of many concurrent attempts uses a challenge") { check in
            for _ in 0..<10 {
                let scene = try check.scene()
                try await scene.update(adding: [0])
                let attempts = (0..<8).map { _ in scene.fixture.pairing(0, with: 0, challenge: 0) }
                let results = try await atOnce(attempts) { try await scene.perform(.pair($0)) }
                let succeeded = results.count { $0 == .outcome(.paired(revoked: nil)) }
                try scene.expect(1, succeeded, "attempts that succeeded")
                let refused = results.count { $0 == .outcome(.challengeAlreadyUsed) }
                try scene.expect(7, refused, "attempts refused")
            }
        },
        ParticipantStoreRule("One of several concurrent accounts is paired with an identity") { check in
            for _ in 0..<10 {
                let scene = try check.scene()
                try await scene.update(adding: [0])
                let attempts = (0..<3).map { scene.fixture.pairing(0, with: $0, challenge: $0) }
                let results = try await atOnce(attempts) { try await scene.perform(.pair($0)) }
                let account = results.firstIndex(of: .outcome(.paired(revoked: nil)))
                try await scene.expectParticipants([0: account])
                let succeeded = results.count { $0 == .outcome(.paired(revoked: nil)) }
                try scene.expect(1, succeeded, "accounts let in")
            }
        },
        ParticipantStoreRule("One of several concurrent removals returns the revoked account") { check in
            for _ in 0..<10 {
                let scene = try check.scene()
                try await scene.update(adding: [0, 1])
                try await scene.pair(0, with: 0, challenge: 0)
                try await scene.pair(1, with: 0, challenge: 1)
                let removals = [[0], [1], [0, 1], [1, 0]].map { scene.fixture.update(removing: $0) }
                let results = try await atOnce(removals) { try await scene.perform(.update($0)) }
                let revoking = results.count { $0 != .accounts([]) }
                try scene.expect(1, revoking, "removals that returned the account")
                try await scene.expectParticipants([:])
            }
        },
        ParticipantStoreRule("One of several concurrent removals of an account returns its identities") {
            check in
            for _ in 0..<10 {
                let scene = try check.scene()
                try await scene.update(adding: [0])
                try await scene.pair(0, with: 0, challenge: 0)
                let removals = [true, false, true, false].map {
                    StoreOperation.remove(
                        scene.fixture.accounts[0],
                        scene.fixture.collaboration,
                        keepingIdentities: $0
                    )
                }
                let results = try await atOnce(removals) { try await scene.perform($0) }
                let returning = results.count { $0 != .identities([]) }
                try scene.expect(1, returning, "removals that returned the identity")
                try await scene.expectCollaborations([], of: 0)
            }
        },
        ParticipantStoreRule("Concurrent calls return what they would in some serial order") { check in
            for seed in 0..<40 {
                let scene = try check.scene()
                let programs = (0..<3).map {
                    StoreProgram(seed: "race \(seed) \($0)", length: 5).operations(on: scene.fixture)
                }
                let histories = try await atOnce(Array(programs.enumerated())) { caller, program in
                    var history: [SerialOrder.Call] = []
                    for (number, operation) in program.enumerated() {
                        let result = try await scene.perform(
                            operation,
                            node: check.nodes.node(forCall: caller + number)
                        )
                        history.append((operation, result))
                    }
                    return history
                }
                var final: [SerialOrder.Call] = []
                for operation in scene.fixture.observations {
                    final.append((operation, try await scene.perform(operation)))
                }
                guard SerialOrder.explains(histories, then: final) else {
                    throw scene.mismatch(histories, then: final)
                }
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
