import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Action races", .timeLimit(.minutes(30)))
struct ActionRaceTests {
    @Test("Of 400 tasks that complete one action exactly one wins", arguments: 0..<20)
    func start(round: Int) async throws {
        let action = Samples.start()
        let url = try Samples.url()

        let waiting = (0..<50).map { _ in
            Task { () -> CollaborationIdentifier? in try? await action.outcome().collaborationIdentifier }
        }
        let winners = try await withThrowingTaskGroup(of: CollaborationIdentifier??.self) { group in
            for racer in 0..<400 {
                group.addTask {
                    // The first racer usually wins, so another kind goes first in each round.
                    guard (racer + round).isMultiple(of: 2) else {
                        // Nil as an identifier stands for a failure that won.
                        return action.fail() ? .some(nil) : .none
                    }
                    let identifier = CollaborationIdentifier("\(racer)")
                    return try action.fulfill(using: url, collaborationIdentifier: identifier)
                        ? .some(identifier) : .none
                }
            }
            return try await group.reduce(into: [CollaborationIdentifier?]()) { winners, result in
                if case .some(let winner) = result { winners.append(winner) }
            }
        }

        #expect(winners.count == 1)
        let winner = try #require(winners.first)
        #expect(action.state == (winner == nil ? .failed : .fulfilled))
        #expect(action.collaborationMetadata.collaborationIdentifier == winner)
        for task in waiting { #expect(await task.value == winner) }
    }
}
