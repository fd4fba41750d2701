import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Simulated clock", .timeLimit(.minutes(1)))
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

    @Test(
        "A simulated clock is moved by a hundred years at most, in either direction",
        arguments: [(Duration(attoseconds: .max), 1.0), (Duration(attoseconds: .min), -1), (.seconds(Int64.max), 1)]
    ) func extremes(_ duration: Duration, _ direction: Double) {
        let clock = SimulatedClock(startingAt: Date(timeIntervalSince1970: 0))
        clock.advance(by: duration)
        #expect(clock.date == Date(timeIntervalSince1970: direction * 36_525 * 86_400))
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

    @Test("Canceling a task that sleeps by a simulated clock ends its sleep with an error")
    func canceling() async throws {
        let clock = SimulatedClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        await eventually { clock.sleeperCount == 1 }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test("A canceled task cannot fall asleep by a simulated clock", arguments: [Duration.zero, .seconds(5)])
    func canceledBefore(_ duration: Duration) async {
        let clock = SimulatedClock()
        let sleeper = Task {
            await eventually { Task.isCancelled }
            try await clock.sleep(for: duration)
        }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}
