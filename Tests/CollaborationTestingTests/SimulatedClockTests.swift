import CollaborationTesting
import Foundation
import Testing

@Suite("A simulated clock")
struct SimulatedClockTests {
    @Test("stands still until it is moved, and wakes sleepers then")
    func sleeping() async throws {
        let clock = SimulatedClock(startingAt: Date(timeIntervalSince1970: 100))
        #expect(clock.date == Date(timeIntervalSince1970: 100))
        async let slept: Void = clock.sleep(for: .seconds(5))
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(5))
        try await slept
        #expect(clock.date == Date(timeIntervalSince1970: 105))
        try await clock.sleep(for: .zero)
    }

    @Test("wakes a cancelled sleeper with an error")
    func cancelling() async {
        let clock = SimulatedClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.sleepers(atLeast: 1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}
