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

    @Test("Racing completions, a time-out and a cancellation complete an action exactly once", arguments: 0..<20)
    func everything(round: Int) async throws {
        let clock = SimulatedClock()
        let handler = RecordingHandler()
        let coordinator = CollaborationCoordinator(clock: clock, timeout: .seconds(5))
        coordinator.actionHandler = handler
        let action = try Samples.update()

        let system = Task { () -> ActionError? in
            do throws(ActionError) {
                try await coordinator.perform(action)
                return nil
            } catch {
                return error
            }
        }
        await eventually { handler.updateActions.count == 1 && clock.sleeperCount == 1 }

        // The first racer usually wins, so another kind goes first in each round. The timer wins only when it
        // is woken before all racers.
        if round % 4 == 2 { clock.advance(by: .seconds(5)) }
        let wins = await withTaskGroup(of: Bool.self) { group in
            for racer in 0..<300 {
                group.addTask {
                    switch (racer + round) % 4 {
                    case 0: return action.fulfill()
                    case 1: return action.fail()
                    case 2:
                        clock.advance(by: .seconds(1))
                        return false
                    default:
                        system.cancel()
                        return false
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }

        let failure = await system.value
        switch failure {
        case nil:
            #expect(action.state == .fulfilled)
            #expect(wins == 1)
        case .failed:
            #expect(action.state == .failed)
            #expect(wins == 1)
        default:
            #expect(action.state == .failed)
            #expect(wins == 0)
        }
        #expect(coordinator.waitingCount == 0)
        #expect(coordinator.underWayCount == 0)
    }
}
