import CollaborationModels
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Coordinator with many actions", .timeLimit(.minutes(30)))
struct ManyActionsTests {
    private static let count = 200

    private let coordinator = CollaborationCoordinator(clock: SimulatedClock())

    /// Performs numbered actions until all wait.
    private func waiting(
        _ action: @escaping @Sendable (Int) throws -> UpdateCollaborationParticipantsAction
    ) async -> [Task<Void, any Error>] {
        let system = (0..<Self.count).map { [coordinator] number in
            Task { try await coordinator.perform(action(number)) }
        }
        await eventually { coordinator.waitingCount == Self.count }
        return system
    }

    @Test("200 actions that wait for a handler are all delivered", arguments: [1, 200])
    func waiting(collaborations: Int) async throws {
        let system = await waiting { try Samples.update("\($0 % collaborations)") }

        let handler = RecordingHandler(onUpdate: { $0.fulfill() })
        coordinator.actionHandler = handler
        for task in system { try await task.value }
        #expect(handler.names.count == Self.count)
        #expect(coordinator.waitingCount == 0)
        #expect(coordinator.underWayCount == 0)
    }

    @Test("200 actions that wait for a handler can be canceled", arguments: [1, 200])
    func canceled(collaborations: Int) async throws {
        let system = await waiting { try Samples.update("\($0 % collaborations)") }
        for task in system.reversed() { task.cancel() }
        for task in system { await #expect(throws: ActionError.canceled) { try await task.value } }
        #expect(coordinator.waitingCount == 0)
    }

    @Test("200 tasks can wait for one action")
    func oneAction() async throws {
        let action = try Samples.update()
        let waiting = (0..<Self.count).map { _ in Task { try await action.outcome() } }
        #expect(action.fulfill())
        for task in waiting { await #expect(throws: Never.self) { try await task.value } }
    }
}
