import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Failed and interrupted sending", .timeLimit(.minutes(1)))
struct SendingFailureTests {
    let bakery = Bakery()

    @Test("Nothing is delivered when the app fails an action", arguments: [true, false])
    func failedAction(isStart: Bool) async throws {
        bakery.app.behavior = isStart ? .failsStart : .failsUpdate
        await #expect(throws: ActionError.failed) { try await bakery.send() }
        expectNothingDelivered()
    }

    @Test("Nothing is delivered when the app does not answer within 15 seconds", arguments: [true, false])
    func unansweredAction(isStart: Bool) async throws {
        bakery.app.behavior = isStart ? .holdsStart : .holdsUpdate
        async let message: Void = sendInVain()
        await actionArrives(isStart: isStart)
        bakery.messages.clock.advance(by: .seconds(15))
        await message
        #expect(try await !bakery.app.answerHeldAction())
        expectNothingDelivered()
    }

    @Test("One time limit covers the start action and the update action")
    func oneTimeLimit() async throws {
        bakery.app.behavior = .holdsStart
        async let message: Void = sendInVain()
        await eventually { bakery.app.selections.count == 1 }
        bakery.messages.clock.advance(by: .seconds(10))
        bakery.app.behavior = .holdsUpdate
        #expect(try await bakery.app.answerHeldAction())
        await eventually { bakery.app.updates.count == 1 }
        bakery.messages.clock.advance(by: .seconds(5))
        await message
        expectNothingDelivered()
    }

    @Test("Without an action handler sending moves the clock to the time limit")
    func noHandler() async throws {
        let before = bakery.messages.clock.now
        bakery.messages.coordinator(of: bakery.alice).actionHandler = nil
        await sendInVain()
        #expect(before.duration(to: bakery.messages.clock.now) == .seconds(15))
        expectNothingDelivered()
    }

    @Test("Canceling the task that sends cancels the message")
    func canceledSending() async throws {
        bakery.app.behavior = .holdsStart
        let message = Task { try await bakery.send() }
        await eventually { bakery.app.selections.count == 1 }
        message.cancel()
        await #expect(throws: ActionError.canceled) { try await message.value }
        expectNothingDelivered()
    }

    @Test("A person who leaves before the app has made the link is not invited")
    func leavesDuringStart() async throws {
        try await send(while: .holdsStart) { await bakery.bakers.remove(bakery.carol) }
        #expect(bakery.app.updates.map(\.addedIdentities.count) == [2])
        #expect(bakery.center(of: bakery.carol).highlights.isEmpty)
        #expect(bakery.lines(of: bakery.carol) == ["Carol left"])
    }

    @Test("A person who leaves while the app adds the identities gets no link and is removed again")
    func leavesDuringUpdate() async throws {
        try await send(while: .holdsUpdate) { await bakery.bakers.remove(bakery.carol) }
        #expect(bakery.center(of: bakery.carol).highlights.isEmpty)
        #expect(bakery.lines(of: bakery.carol) == ["Carol left"])
        let removed = bakery.app.updates.flatMap(\.removedIdentities)
        #expect(removed.count == 1)
        #expect(bakery.app.updates[0].addedIdentities.contains(removed))
        try await #expect(removed != [bakery.identity(of: bakery.bob)])
        #expect(await bakery.bakers.remove(bakery.carol).isEmpty)
        #expect(bakery.app.updates.count == 2)
    }

    @Test("A person who joins while a message is sent is added to the collaboration after it")
    func joinsDuringUpdate() async throws {
        let url = try await send(while: .holdsUpdate) { await bakery.bakers.add(bakery.charlie) }.url
        #expect(bakery.app.updates.map(\.addedIdentities.count) == [3, 1])
        #expect(bakery.lines(of: bakery.charlie) == ["Charlie joined", "Alice shared Baking Recipes"])
        try await bakery.app.open(url, with: bakery.center(of: bakery.charlie), as: "charlie")
    }

    private func actionArrives(isStart: Bool) async {
        await eventually { (isStart ? bakery.app.selections.count : bakery.app.updates.count) == 1 }
    }

    /// Sends while the app holds an action, does something meanwhile, and lets the app answer.
    @discardableResult
    private func send<Result>(
        while behavior: BakeryApp.Behavior,
        _ meanwhile: () async throws -> Result
    ) async throws -> StartedCollaboration {
        bakery.app.behavior = behavior
        async let message = bakery.send()
        await actionArrives(isStart: behavior == .holdsStart)
        _ = try await meanwhile()
        bakery.app.behavior = .answers
        try await bakery.app.answerHeldAction()
        return try await message
    }

    private func sendInVain() async { await #expect(throws: ActionError.timedOut) { try await bakery.send() } }

    private func expectNothingDelivered() {
        for person in [bakery.alice, bakery.bob] {
            #expect(bakery.center(of: person).highlights.isEmpty)
            #expect(bakery.lines(of: person).isEmpty)
        }
    }
}
