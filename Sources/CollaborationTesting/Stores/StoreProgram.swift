import CollaborationServer

/// Random calls that are the same in every run, but for the names and the identities of the fixture.
struct StoreProgram: Sendable {
    let seed: String
    let length: Int

    /// The calls on a fixture, of which every sixth or so repeats an earlier one as a retry.
    func operations(on fixture: StoreFixture) -> [StoreOperation] {
        var generator = SeededGenerator("calls", seed)
        var operations: [StoreOperation] = []
        for _ in 0..<length {
            if Int.random(in: 0..<6, using: &generator) == 0,
                let earlier = operations.randomElement(using: &generator)
            {
                operations.append(earlier)
            } else {
                operations.append(fixture.randomOperation(using: &generator))
            }
        }
        return operations
    }

    /// Compares what a store and the plain model return for some of the calls and then for the whole state.
    ///
    /// - Parameters:
    ///   - numbers: The calls to make, by their place. Those after ``length`` read the state.
    ///   - check: The check.
    /// - Returns: The first difference and the number of calls up to it, or nil if there is none.
    /// - Throws: An error of the test itself.
    func difference(
        making numbers: [Int],
        _ check: StoreCheck
    ) async throws -> (mismatch: StoreMismatch, callCount: Int)? {
        let scene = try check.scene()
        let operations = operations(on: scene.fixture) + scene.fixture.observations
        var model = StoreModel()
        for number in numbers {
            let operation = operations[number]
            do {
                try await scene.expect(
                    model.apply(operation),
                    from: operation,
                    node: check.nodes.node(forCall: number)
                )
            } catch let mismatch as StoreMismatch {
                return (mismatch, scene.callCount)
            }
        }
        return nil
    }
}

extension ParticipantStoreRule {
    static let randomCalls = [
        ParticipantStoreRule("Random calls return what a plain model returns") { check in
            for seed in 0..<8 {
                let program = StoreProgram(seed: String(seed), length: 60)
                let count = try program.length + check.scene().fixture.observations.count
                guard var found = try await program.difference(making: Array(0..<count), check) else {
                    continue
                }
                try await DeltaDebugging.shorten(Array(0..<found.callCount), attempts: 300) { calls in
                    guard let shorter = try await program.difference(making: calls, check) else {
                        return false
                    }
                    found = shorter
                    return true
                }
                throw found.mismatch
            }
        }
    ]
}
