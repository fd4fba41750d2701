import CollaborationModels
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("A collaboration coordinator", .timeLimit(.minutes(30)))
struct CollaborationCoordinatorTests {
    let clock = SimulatedClock()
    let coordinator: CollaborationCoordinator

    init() {
        coordinator = CollaborationCoordinator(clock: clock, timeout: .seconds(10))
    }

    @Test("is shared by the app and the system")
    func shared() {
        #expect(CollaborationCoordinator.shared === CollaborationCoordinator.shared)
        #expect(CollaborationCoordinator.shared.timeout == .seconds(30))
    }

    @Test("hands an action to the handler and brings back what it was fulfilled with")
    func fulfilment() async throws {
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

    @Test("brings back that the handler failed an action")
    func failure() async throws {
        let handler = RecordingHandler(onStart: { $0.fail() }, onUpdate: { $0.fail() })
        coordinator.actionHandler = handler
        await #expect(throws: ActionFailure.failed) { try await coordinator.perform(Samples.start()) }
        await #expect(throws: ActionFailure.failed) { try await coordinator.perform(Samples.update()) }
    }

    @Test("keeps every action that comes before a handler, and hands them over in order")
    func beforeHandler() async throws {
        let names = (0..<500).map { "doc-\($0)" }
        var waiting: [Task<Void, any Error>] = []
        for (index, name) in names.enumerated() {
            let update = try Samples.update(name)
            waiting.append(Task { [coordinator] in try await coordinator.perform(update) })
            await eventually { coordinator.waitingCount == index + 1 }
        }
        #expect("\(coordinator)" == "Coordinator with no handler, 500 waiting, 0 under way")

        let handler = RecordingHandler(onUpdate: { $0.fulfill() })
        coordinator.actionHandler = handler
        for task in waiting { try await task.value }
        #expect(handler.names == names)
        #expect(coordinator.waitingCount == 0)
        #expect(coordinator.underWayCount == 0)
        #expect("\(coordinator)" == "Coordinator with a handler, 0 waiting, 0 under way")
    }

    @Test("calls the handler with one action at a time, also when a call sets it anew")
    func oneCallAtATime() async throws {
        let log = Locked<[String]>([])
        let handler = RecordingHandler(onUpdate: { [coordinator] action in
            let name = action.collaborationIdentifier.rawValue
            log.withLock { $0.append("\(name) begins") }
            // This hands over what waits, here the other action, but not while a call lasts.
            coordinator.actionHandler = coordinator.actionHandler
            log.withLock { $0.append("\(name) ends") }
            action.fulfill()
        })
        var waiting: [Task<Void, any Error>] = []
        for name in ["one", "other"] {
            let update = try Samples.update(name)
            waiting.append(Task { [coordinator] in try await coordinator.perform(update) })
            await eventually { [count = waiting.count] in coordinator.waitingCount == count }
        }
        coordinator.actionHandler = handler
        for task in waiting { try await task.value }
        #expect(log.withLock(\.self) == ["one begins", "one ends", "other begins", "other ends"])
    }

    @Test("does not keep its handler alive, and waits for the next one")
    func releasedHandler() async throws {
        var handler: RecordingHandler? = RecordingHandler()
        coordinator.actionHandler = handler
        #expect(coordinator.actionHandler === handler)
        handler = nil
        #expect(coordinator.actionHandler == nil)

        let action = Samples.start()
        let system = Task { [coordinator] in try await coordinator.perform(action) }
        await eventually { coordinator.waitingCount == 1 }

        let next = RecordingHandler(onStart: { $0.fail() })
        coordinator.actionHandler = next
        await #expect(throws: ActionFailure.failed) { try await system.value }
        #expect(next.startActions.first === action)
    }

    @Test("fails an action that no handler takes in time, and never hands it over after that")
    func noHandler() async throws {
        let system = Task { [coordinator] in try await coordinator.perform(Samples.start()) }
        await eventually { coordinator.waitingCount == 1 && clock.sleeperCount == 1 }
        clock.advance(by: .seconds(9))
        #expect(coordinator.waitingCount == 1)
        clock.advance(by: .seconds(1))
        await #expect(throws: ActionFailure.timedOut) { try await system.value }

        let handler = RecordingHandler()
        coordinator.actionHandler = handler
        #expect(handler.names.isEmpty)
    }

    @Test("never hands over an action that was completed while it waited", arguments: 0..<20)
    func completedWhileWaiting(round: Int) async throws {
        let action = Samples.start()
        let system = Task { [coordinator] in try await coordinator.perform(action) }
        await eventually { coordinator.waitingCount == 1 }
        action.fail()
        let handler = RecordingHandler()
        coordinator.actionHandler = handler
        await #expect(throws: ActionFailure.failed) { try await system.value }
        #expect(handler.names.isEmpty)
    }

    @Test("fails an action that its handler never answers, and then tells the handler that it came too late")
    func silentHandler() async throws {
        let handler = RecordingHandler()
        coordinator.actionHandler = handler
        let system = Task { [coordinator] in try await coordinator.perform(Samples.update()) }
        await eventually { handler.updateActions.count == 1 && clock.sleeperCount == 1 }
        clock.advance(by: .seconds(10))
        await #expect(throws: ActionFailure.timedOut) { try await system.value }
        #expect(handler.updateActions.first?.fulfill() == false)
    }

    @Test("leaves no timer behind when an action is complete")
    func timers() async throws {
        let handler = RecordingHandler()
        coordinator.actionHandler = handler
        let system = Task { [coordinator] in try await coordinator.perform(Samples.update()) }
        await eventually { handler.updateActions.count == 1 && clock.sleeperCount == 1 }
        handler.updateActions.first?.fulfill()
        try await system.value
        await eventually { clock.sleeperCount == 0 }
        #expect(clock.sleeperCount == 0)
    }

    @Test("fails an action whose waiting task is cancelled")
    func cancellation() async throws {
        let handler = RecordingHandler()
        coordinator.actionHandler = handler
        let action = Samples.start()
        let system = Task { [coordinator] in try await coordinator.perform(action) }
        await eventually { handler.startActions.count == 1 }
        system.cancel()
        await #expect(throws: ActionFailure.cancelled) { try await system.value }
        #expect(action.state == .failed)
        #expect(coordinator.underWayCount == 0)
    }

    @Test("does not bother the handler for a task that is cancelled already")
    func cancelledBefore() async throws {
        let handler = RecordingHandler()
        coordinator.actionHandler = handler
        let system = Task { [coordinator] in
            await eventually { Task.isCancelled }
            _ = try await coordinator.perform(Samples.start())
        }
        system.cancel()
        await #expect(throws: ActionFailure.cancelled) { try await system.value }
        #expect(handler.names.isEmpty)
    }

    @Test("holds back the second update of a collaboration until the first is complete, and others not")
    func oneAtATime() async throws {
        let handler = RecordingHandler()
        coordinator.actionHandler = handler
        let actions = try ["doc", "doc", "other"].map { try Samples.update($0) }
        var system: [Task<Void, any Error>] = []
        for (index, action) in actions.enumerated() {
            system.append(Task { [coordinator] in try await coordinator.perform(action) })
            await eventually { coordinator.waitingCount + coordinator.underWayCount == index + 1 }
        }
        await eventually { handler.names.count >= 2 && coordinator.waitingCount == 1 }
        #expect(handler.names == ["doc", "other"])
        #expect(handler.updateActions.first === actions[0])

        actions[0].fulfill()
        try await system[0].value
        await eventually { handler.names.count >= 3 }
        #expect(handler.names == ["doc", "other", "doc"])
        #expect(handler.updateActions.last === actions[1])

        actions[1].fail()
        await #expect(throws: ActionFailure.failed) { try await system[1].value }
        actions[2].fulfill()
        try await system[2].value
    }

    @Test("holds back a start action that names its collaboration until an update of that one is complete")
    func startAfterUpdate() async throws {
        let update = try Samples.update("doc")
        let stateAtStart = Locked(ActionState.pending)
        let handler = RecordingHandler(onStart: { action in
            stateAtStart.withLock { $0 = update.state }
            action.fail()
        })
        coordinator.actionHandler = handler
        let start = StartCollaborationAction(
            collaborationMetadata: CollaborationMetadata(collaborationIdentifier: "doc")
        )
        let first = Task { [coordinator] in try await coordinator.perform(update) }
        await eventually { handler.names == ["doc"] }
        let second = Task { [coordinator] in try await coordinator.perform(start) }
        await eventually { coordinator.waitingCount + handler.names.count == 2 }
        update.fulfill()
        try await first.value
        await #expect(throws: ActionFailure.failed) { try await second.value }
        #expect(handler.startActions.first === start)
        #expect(stateAtStart.withLock(\.self) == .fulfilled)
    }

    @Test("gives up an update that waits behind a start action, and not the start action")
    func cancelledAmongOthers() async throws {
        let (start, update) = (Samples.start(), try Samples.update())
        let first = Task { [coordinator] in try await coordinator.perform(start) }
        await eventually { coordinator.waitingCount == 1 }
        let second = Task { [coordinator] in try await coordinator.perform(update) }
        await eventually { coordinator.waitingCount == 2 }
        second.cancel()
        await #expect(throws: ActionFailure.cancelled) { try await second.value }
        let handler = RecordingHandler(onStart: { $0.fail() })
        coordinator.actionHandler = handler
        await #expect(throws: ActionFailure.failed) { try await first.value }
        #expect(handler.names == ["local"])
    }

    @Test("goes on to the next action of a collaboration when the one before times out")
    func afterTimeout() async throws {
        let handler = RecordingHandler()
        coordinator.actionHandler = handler
        let first = Task { [coordinator] in try await coordinator.perform(Samples.start()) }
        await eventually { handler.names.count == 1 && clock.sleeperCount == 1 }
        clock.advance(by: .seconds(5))
        let next = Samples.start()
        let second = Task { [coordinator] in try await coordinator.perform(next) }
        await eventually { coordinator.waitingCount == 1 && clock.sleeperCount == 2 }
        clock.advance(by: .seconds(5))
        await #expect(throws: ActionFailure.timedOut) { try await first.value }
        await eventually { handler.names.count == 2 }
        next.fail()
        await #expect(throws: ActionFailure.failed) { try await second.value }
    }

    @Test("hands an action over once, however often it is performed")
    func again() async throws {
        let handler = RecordingHandler()
        coordinator.actionHandler = handler
        let action = try Samples.update()
        let system = (0..<2).map { _ in Task { [coordinator] in try await coordinator.perform(action) } }
        await eventually { handler.names.count == 1 && coordinator.waitingCount == 1 }
        action.fulfill()
        for task in system { try await task.value }
        try await coordinator.perform(action)
        #expect(handler.names == ["doc"])
    }

    @Test("tells two actions with one uuid apart: giving up one does not take the other along")
    func sameUUID() async throws {
        let first = StartCollaborationAction(collaborationMetadata: .init(localIdentifier: "one"))
        let second = StartCollaborationAction(
            collaborationMetadata: .init(localIdentifier: "two"),
            uuid: first.uuid
        )
        let system = [first, second].map { action in
            Task { [coordinator] in try await coordinator.perform(action) }
        }
        await eventually { coordinator.waitingCount == 2 }
        system[0].cancel()
        await #expect(throws: ActionFailure.cancelled) { try await system[0].value }
        try #require(coordinator.waitingCount == 1)

        let handler = RecordingHandler(onStart: { $0.fail() })
        coordinator.actionHandler = handler
        await #expect(throws: ActionFailure.failed) { try await system[1].value }
        #expect(handler.names == ["two"])
    }

    @Test(
        "brings its time-out within what a clock can sleep",
        arguments: [
            (.seconds(-1), .zero), (.zero, .zero), (.seconds(1), .seconds(1)),
            (CollaborationCoordinator.maximumTimeout, .seconds(31_536_000)),
            (.seconds(Int64.max), .seconds(31_536_000)),
        ] as [(Duration, Duration)]
    )
    func timeouts(_ given: Duration, _ kept: Duration) {
        #expect(CollaborationCoordinator(timeout: given).timeout == kept)
    }

    @Test("lets a handler use it from within")
    func reentrancy() async throws {
        let other = RecordingHandler(onStart: { $0.fail() })
        let handler = RecordingHandler(onStart: { [coordinator] in
            coordinator.actionHandler = other
            $0.fail()
        })
        coordinator.actionHandler = handler
        await #expect(throws: ActionFailure.failed) { try await coordinator.perform(Samples.start("one")) }
        await #expect(throws: ActionFailure.failed) { try await coordinator.perform(Samples.start("two")) }
        #expect(handler.names == ["one"])
        #expect(other.names == ["two"])
    }
}
