import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Synchronization
import Testing

@Suite("Collaboration coordinator", .timeLimit(.minutes(30)))
final class CollaborationCoordinatorTests {
    let clock = SimulatedClock()
    let coordinator: CollaborationCoordinator

    /// The coordinator holds its handler weakly.
    private let handlers = Mutex<[RecordingHandler]>([])

    init() { coordinator = CollaborationCoordinator(clock: clock, timeout: .seconds(10)) }

    @discardableResult
    private func handle(
        onStart: @escaping @Sendable (StartCollaborationAction) -> Void = { _ in },
        onUpdate: @escaping @Sendable (UpdateCollaborationParticipantsAction) async -> Void = { _ in }
    ) -> RecordingHandler {
        let handler = RecordingHandler(onStart: onStart, onUpdate: onUpdate)
        handlers.withLock { $0.append(handler) }
        coordinator.actionHandler = handler
        return handler
    }

    private func performing(_ action: StartCollaborationAction) -> Task<StartedCollaboration, any Error> {
        Task { [coordinator] in try await coordinator.perform(action) }
    }

    private func performing(_ action: UpdateCollaborationParticipantsAction) -> Task<Void, any Error> {
        Task { [coordinator] in try await coordinator.perform(action) }
    }

    /// Performs actions, each of which has arrived before the next one.
    private func performing(_ actions: [UpdateCollaborationParticipantsAction]) async -> [Task<Void, any Error>] {
        var tasks: [Task<Void, any Error>] = []
        for action in actions {
            tasks.append(performing(action))
            await eventually { [count = tasks.count] in coordinator.waitingCount + coordinator.underWayCount == count }
        }
        return tasks
    }

    @Test("The shared coordinator is one object with a time-out of 15 seconds")
    func shared() {
        #expect(CollaborationCoordinator.shared === CollaborationCoordinator.shared)
        #expect(CollaborationCoordinator.shared.timeout == .seconds(15))
    }

    @Test("Performing an action returns what the handler fulfilled it with")
    func fulfillment() async throws {
        let url = try Samples.url()
        let handler = RecordingHandler(
            onStart: { _ = try? $0.fulfill(using: url, collaborationIdentifier: "doc-42") },
            onUpdate: { $0.fulfill() }
        )
        coordinator.actionHandler = handler

        let started = try await coordinator.perform(Samples.start())
        #expect(started.url == url)
        #expect(started.collaborationIdentifier == "doc-42")
        try await coordinator.perform(Samples.update())
        #expect(handler.names == ["local", "doc"])
    }

    @Test("Performing an action throws when the handler fails it")
    func failure() async throws {
        handle(onStart: { $0.fail() }, onUpdate: { $0.fail() })
        await #expect(throws: ActionError.failed) { try await coordinator.perform(Samples.start()) }
        await #expect(throws: ActionError.failed) { try await coordinator.perform(Samples.update()) }
    }

    @Test("Actions that arrive before a handler is set are delivered in the order of their arrival")
    func beforeHandler() async throws {
        let names = (0..<50).map { "doc-\($0)" }
        let waiting = await performing(try names.map { try Samples.update($0) })

        let handler = handle(onUpdate: { $0.fulfill() })
        for task in waiting { try await task.value }
        #expect(handler.names == names)
        #expect(coordinator.waitingCount == 0)
        #expect(coordinator.underWayCount == 0)
    }

    @Test("A call that sets the handler again does not start a second call")
    func oneCallAtATime() async throws {
        let log = Mutex<[String]>([])
        let handler = RecordingHandler(onUpdate: { [coordinator] action in
            let name = action.collaborationIdentifier.rawValue
            log.withLock { $0.append("\(name) begins") }
            // Setting a handler delivers what waits, here the other action, but not during a call.
            coordinator.actionHandler = coordinator.actionHandler
            log.withLock { $0.append("\(name) ends") }
            action.fulfill()
        })
        let waiting = await performing(try ["one", "other"].map { try Samples.update($0) })
        coordinator.actionHandler = handler
        for task in waiting { try await task.value }
        #expect(log.withLock(\.self) == ["one begins", "one ends", "other begins", "other ends"])
    }

    @Test("When the handler is released, later actions wait for the next handler")
    func releasedHandler() async throws {
        var handler: RecordingHandler? = RecordingHandler()
        coordinator.actionHandler = handler
        #expect(coordinator.actionHandler === handler)
        handler = nil
        #expect(coordinator.actionHandler == nil)

        let action = Samples.start()
        let system = performing(action)
        await eventually { coordinator.waitingCount == 1 }

        let next = RecordingHandler(onStart: { $0.fail() })
        coordinator.actionHandler = next
        await #expect(throws: ActionError.failed) { try await system.value }
        #expect(next.startActions.first === action)
    }

    @Test("An action without a handler times out and is never delivered")
    func noHandler() async throws {
        let system = performing(Samples.start())
        await eventually { coordinator.waitingCount == 1 && clock.sleeperCount == 1 }
        clock.advance(by: .seconds(9))
        #expect(coordinator.waitingCount == 1)
        clock.advance(by: .seconds(1))
        await #expect(throws: ActionError.timedOut) { try await system.value }

        #expect(try await namesDelivered() == ["probe"])
    }

    @Test("An action that is completed while it waits is not delivered", arguments: 0..<20)
    func completedWhileWaiting(round: Int) async throws {
        let action = Samples.start()
        let system = performing(action)
        await eventually { coordinator.waitingCount == 1 }
        action.fail()
        #expect(try await namesDelivered() == ["probe"])
        await #expect(throws: ActionError.failed) { try await system.value }
    }

    @Test("An action that its handler never completes times out")
    func silentHandler() async throws {
        let handler = handle()
        let system = try performing(Samples.update())
        await eventually { handler.updateActions.count == 1 && clock.sleeperCount == 1 }
        clock.advance(by: .seconds(10))
        await #expect(throws: ActionError.timedOut) { try await system.value }
        #expect(handler.updateActions.first?.fulfill() == false)
    }

    @Test(
        "A time-out of any length does not trap: a negative one is over at once, a long one never in a test",
        arguments: [
            (Duration(attoseconds: .max), false), (.seconds(Int64.max), false), (Duration(attoseconds: .min), true),
        ]
    ) func extremeTimeouts(_ timeout: Duration, isOver: Bool) async throws {
        let handler = RecordingHandler(onStart: { if !isOver { $0.fail() } })
        let coordinator = CollaborationCoordinator(timeout: timeout)
        coordinator.actionHandler = handler
        await #expect(throws: isOver ? ActionError.timedOut : .failed) {
            try await coordinator.perform(Samples.start())
        }
    }

    @Test("Completing an action cancels its timer")
    func timers() async throws {
        let handler = handle()
        let system = try performing(Samples.update())
        await eventually { handler.updateActions.count == 1 && clock.sleeperCount == 1 }
        handler.updateActions.first?.fulfill()
        try await system.value
        await eventually { clock.sleeperCount == 0 }
        #expect(clock.sleeperCount == 0)
    }

    @Test("Canceling the task that performs an action fails the action")
    func cancellation() async throws {
        let handler = handle()
        let action = Samples.start()
        let system = performing(action)
        await eventually { handler.startActions.count == 1 }
        system.cancel()
        await #expect(throws: ActionError.canceled) { try await system.value }
        #expect(action.state == .failed)
        #expect(coordinator.underWayCount == 0)
    }

    @Test("An action that a canceled task performs is not delivered")
    func canceledBefore() async throws {
        let handler = handle()
        let system = Task { [coordinator] in
            await eventually { Task.isCancelled }
            _ = try await coordinator.perform(Samples.start())
        }
        system.cancel()
        await #expect(throws: ActionError.canceled) { try await system.value }
        #expect(try await namesDelivered() == ["probe"])
        #expect(handler.names.isEmpty)
    }

    @Test("A second addition to a collaboration waits until the first is complete")
    func oneAtATime() async throws {
        let handler = handle()
        let actions = try ["doc", "doc", "other"].map { try Samples.update($0) }
        let system = await performing(actions)
        await eventually { handler.names.count >= 2 && coordinator.waitingCount == 1 }
        #expect(handler.names == ["doc", "other"])
        #expect(handler.updateActions.first === actions[0])

        actions[0].fulfill()
        try await system[0].value
        await eventually { handler.names.count >= 3 }
        #expect(handler.names == ["doc", "other", "doc"])
        #expect(handler.updateActions.last === actions[1])

        actions[1].fail()
        await #expect(throws: ActionError.failed) { try await system[1].value }
        actions[2].fulfill()
        try await system[2].value
    }

    @Test("A start action with a collaboration identifier waits until the update before it is complete")
    func startAfterUpdate() async throws {
        let update = try Samples.update("doc")
        let stateAtStart = Mutex(ActionState.pending)
        let handler = RecordingHandler(onStart: { action in
            stateAtStart.withLock { $0 = update.state }
            action.fail()
        })
        coordinator.actionHandler = handler
        let start = StartCollaborationAction(
            collaborationMetadata: CollaborationMetadata(collaborationIdentifier: "doc")
        )
        let first = performing(update)
        await eventually { handler.names == ["doc"] }
        let second = performing(start)
        await eventually { coordinator.waitingCount + handler.names.count == 2 }
        update.fulfill()
        try await first.value
        await #expect(throws: ActionError.failed) { try await second.value }
        #expect(handler.startActions.first === start)
        #expect(stateAtStart.withLock(\.self) == .fulfilled)
    }

    @Test(
        "An action keeps its place in the order of arrival when the one that it waits for is canceled",
        arguments: [Array(0..<20) + Array(0..<20), [20] + (0..<20).flatMap { [$0, $0] }]
    ) func orderAfterCancellation(arrivals: [Int]) async throws {
        let names = arrivals.map { "doc-\($0)" }
        let tasks = await performing(try names.map { try Samples.update($0) })
        var system = Array(zip(names, tasks))
        // Cancel the first of the two actions of each collaboration, in a mixed order.
        for number in (0..<20).map({ $0 * 7 % 20 }) {
            let index = try #require(system.firstIndex { $0.0 == "doc-\(number)" })
            let task = system.remove(at: index).1
            task.cancel()
            await #expect(throws: ActionError.canceled) { try await task.value }
        }

        let handler = handle(onUpdate: { $0.fulfill() })
        for (_, task) in system { try await task.value }
        #expect(handler.names == system.map(\.0))
    }

    @Test("Canceling an action that waits for another one does not deliver the next one early")
    func canceledBetween() async throws {
        let handler = RecordingHandler(onUpdate: { if $0.collaborationIdentifier == "probe" { $0.fulfill() } }
        )
        coordinator.actionHandler = handler
        let actions = try (0..<3).map { _ in try Samples.update() }
        let system = await performing(actions)
        system[1].cancel()
        await #expect(throws: ActionError.canceled) { try await system[1].value }
        try await coordinator.perform(Samples.update("probe"))
        #expect(handler.names == ["doc", "probe"])

        actions[0].fulfill()
        try await system[0].value
        await eventually { handler.names.count == 3 }
        #expect(handler.updateActions.last === actions[2])
        actions[2].fulfill()
        try await system[2].value
    }

    @Test("When an action times out, the next action of its collaboration is delivered")
    func afterTimeout() async throws {
        let handler = handle()
        let first = performing(Samples.start())
        await eventually { handler.names.count == 1 && clock.sleeperCount == 1 }
        clock.advance(by: .seconds(5))
        let next = Samples.start()
        let second = performing(next)
        await eventually { coordinator.waitingCount == 1 && clock.sleeperCount == 2 }
        clock.advance(by: .seconds(5))
        await #expect(throws: ActionError.timedOut) { try await first.value }
        await eventually { handler.names.count == 2 }
        next.fail()
        await #expect(throws: ActionError.failed) { try await second.value }
    }

    @Test("An action that is performed twice is delivered once")
    func again() async throws {
        let handler = handle()
        let action = try Samples.update()
        let system = (0..<2).map { _ in performing(action) }
        await eventually { handler.names.count == 1 && clock.sleeperCount == 2 }
        #expect(coordinator.waitingCount == 0)
        action.fulfill()
        for task in system { try await task.value }
        try await coordinator.perform(action)
        #expect(handler.names == ["doc"])
    }

    @Test("A handler can replace itself during a call")
    func reentrancy() async throws {
        let other = RecordingHandler(onStart: { $0.fail() })
        let handler = RecordingHandler(onStart: { [coordinator] in
            coordinator.actionHandler = other
            $0.fail()
        })
        coordinator.actionHandler = handler
        await #expect(throws: ActionError.failed) { try await coordinator.perform(Samples.start("one")) }
        await #expect(throws: ActionError.failed) { try await coordinator.perform(Samples.start("two")) }
        #expect(handler.names == ["one"])
        #expect(other.names == ["two"])
    }

    @Test("A call that does not return holds up other actions only until its action is complete")
    func endlessCall() async throws {
        let url = try Samples.url()
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let handler = RecordingHandler(
            onStart: { _ = try? $0.fulfill(using: url, collaborationIdentifier: "doc-42") },
            onUpdate: { _ in for await _ in gate {} }
        )
        coordinator.actionHandler = handler
        let first = try performing(Samples.update("one"))
        await eventually { coordinator.underWayCount == 1 && clock.sleeperCount == 1 }
        clock.advance(by: .seconds(5))
        let second = performing(Samples.start("two"))
        await eventually { coordinator.waitingCount == 1 && clock.sleeperCount == 2 }
        clock.advance(by: .seconds(5))
        await #expect(throws: ActionError.timedOut) { try await first.value }
        #expect(try await second.value.url == url)
        opening.finish()
    }

    /// The names of the collaborations that a new handler gets, up to an action that is performed last.
    private func namesDelivered() async throws -> [String] {
        let handler = handle(onUpdate: { $0.fulfill() })
        try await coordinator.perform(Samples.update("probe"))
        return handler.names
    }

    @Test("A local and a shared identifier of the same text are two collaborations")
    func sameText() async throws {
        let (start, update) = (Samples.start("doc"), try Samples.update("doc"))
        let handler = handle()
        let first = performing(start)
        await eventually { handler.names == ["doc"] }
        let second = performing(update)
        await eventually { handler.updateActions.count == 1 }
        #expect(start.state == .pending)
        update.fulfill()
        start.fail()
        try await second.value
        await #expect(throws: ActionError.failed) { try await first.value }
    }
}
