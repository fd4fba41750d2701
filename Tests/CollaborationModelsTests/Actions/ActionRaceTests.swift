import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Synchronization
import Testing

private final class Counter: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .relaxed) }

    func add() { number.add(1, ordering: .relaxed) }
}

@Suite("Action races", .timeLimit(.minutes(30)))
struct ActionRaceTests {
    @Test("Of two tasks that fulfill each of 10,000 actions at once exactly one wins, and decides the outcome")
    func start() async throws {
        let actions = (0..<10_000).map { _ in Samples.start() }
        let url = try Samples.url()
        let waiting = Task {
            var identifiers: [CollaborationIdentifier?] = []
            for action in actions { identifiers.append(try? await action.outcome().collaborationIdentifier) }
            return identifiers
        }
        let arrivals = Counter()
        let wins = try await withThrowingTaskGroup(of: [CollaborationIdentifier?].self) { group in
            for name in ["1", "2"] as [CollaborationIdentifier] {
                group.addTask {
                    try actions.enumerated().map { index, action in
                        // The tasks come to an action together, unless only one of them runs.
                        arrivals.add()
                        var tries = 0
                        while tries < 1_000, arrivals.count < 2 * (index + 1) { tries += 1 }
                        return try action.fulfill(using: url, collaborationIdentifier: name) ? name : nil
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        let winners = actions.indices.map { index in wins.compactMap { $0[index] } }
        #expect(winners.allSatisfy { $0.count == 1 })
        #expect(await waiting.value == winners.map(\.first))
        #expect(actions.map(\.collaborationMetadata.collaborationIdentifier) == winners.map(\.first))
    }
}
