import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Simulated clock")
struct SimulatedClockTests {
    @Test("Moving a simulated clock wakes its sleepers")
    func sleeping() async throws {
        let clock = SimulatedClock(startingAt: Date(timeIntervalSince1970: 100))
        #expect(clock.date == Date(timeIntervalSince1970: 100))
        async let slept: Void = clock.sleep(for: .seconds(5))
        await eventually { clock.sleeperCount == 1 }
        clock.advance(by: .seconds(5))
        try await slept
        #expect(clock.date == Date(timeIntervalSince1970: 105))
        try await clock.sleep(for: .zero)
    }

    @Test("Moving a simulated clock wakes only the sleepers whose time has come")
    func severalSleepers() async throws {
        let clock = SimulatedClock()
        let (wakings, woken) = AsyncStream.makeStream(of: Int.self)
        let sleepers = [3, 1, 2, 9].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                woken.yield(seconds)
            }
        }
        await eventually { clock.sleeperCount == 4 }
        clock.advance(by: .seconds(5))
        var early: Set<Int> = []
        for await seconds in wakings {
            early.insert(seconds)
            if early.count == 3 { break }
        }
        #expect(early == [1, 2, 3])
        sleepers[3].cancel()
    }

    @Test("A simulated clock wakes sleepers by their deadlines, then in the order in which they fell asleep")
    func order() async throws {
        let (wakings, woken) = AsyncStream.makeStream(of: Int.self)
        // All parts of the test take turns on one queue, so a sleeper has suspended when the next step runs,
        // and sleepers continue in the order in which they were woken.
        try await withTaskExecutorPreference(SerialTaskExecutor()) {
            let clock = SimulatedClock()
            try await withThrowingTaskGroup { sleepers in
                for (sleeper, seconds) in [3, 1, 2, 1, 3, 2, 1, 2].enumerated() {
                    sleepers.addTask {
                        try await clock.sleep(for: .seconds(seconds))
                        woken.yield(sleeper)
                    }
                    await eventually { clock.sleeperCount == sleeper + 1 }
                }
                clock.advance(by: .seconds(3))
                try await sleepers.waitForAll()
            }
        }
        woken.finish()
        #expect(await wakings.reduce(into: []) { $0.append($1) } == [1, 3, 6, 2, 5, 7, 0, 4])
    }

    @Test("Cancelling a task that sleeps by a simulated clock ends its sleep with an error")
    func cancelling() async throws {
        let clock = SimulatedClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        await eventually { clock.sleeperCount == 1 }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test(
        "A cancelled task cannot fall asleep by a simulated clock",
        arguments: [Duration.zero, .seconds(5)]
    )
    func cancelledBefore(_ duration: Duration) async {
        let clock = SimulatedClock()
        let sleeper = Task {
            await eventually { Task.isCancelled }
            try await clock.sleep(for: duration)
        }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}
