import Foundation
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Comparison of clocks")
struct ClockCheckTests {
    private struct Failure: Error {}

    private let clock = TestDate()
    private let log = InMemoryLogHandler()

    private func check(_ databaseTime: @escaping @Sendable () async throws -> ClosedRange<Date>) -> ClockCheck {
        let logger = Logger(label: "test") { [log] _ in log }
        return ClockCheck(logger: logger, now: { [clock] in clock.date }, databaseTime: databaseTime)
    }

    @Test("A clock is wrong if it differs by more than the tolerance", arguments: [1, -1])
    func tolerance(direction: Double) async throws {
        let time = clock.date
        let check = check { time...time }
        for (seconds, isWrong) in [(0.0, false), (60, false), (1, true), (3600, true), (-3601, false)] {
            clock.advance(by: direction * seconds)
            await check.check()
            #expect(check.isWrong == isWrong, "after \(seconds) more seconds")
        }
    }

    @Test("A wrong clock is logged at each comparison, and once when it is right again")
    func messages() async throws {
        let time = clock.date
        let check = check { time...time }
        for seconds in [0.0, 3600, 0, -7200, 3600, 0] {
            clock.advance(by: seconds)
            await check.check()
        }
        let wrong = "The clock is wrong, so that no challenge is issued or accepted"
        let messages = log.entries.map { "\($0.message)" }
        #expect(messages == [wrong, wrong, wrong, "The clock is right again"])
        #expect(log.entries.map(\.level) == [.error, .error, .error, .notice])
        let differences: [Logger.Metadata] = [["ahead": "3600 s"], ["ahead": "3600 s"], ["behind": "3600 s"], [:]]
        #expect(log.entries.map(\.metadata) == differences)
    }

    @Test("The time that the database takes to answer is not taken for a difference")
    func slowAnswer() async throws {
        let check = check { [clock] in
            clock.advance(by: 1000)
            let time = clock.date
            clock.advance(by: 1000)
            return time...time
        }
        await check.check()
        #expect(!check.isWrong)
    }

    @Test("A database that does not answer leaves the result of the last comparison")
    func failure() async throws {
        let fails = Mutex(false)
        let time = clock.date
        let check = check {
            guard !fails.withLock({ $0 }) else { throw Failure() }
            return time...time
        }
        clock.advance(by: 61)
        await check.check()
        fails.withLock { $0 = true }
        await check.check()
        #expect(check.isWrong)
    }

    @Test(
        "A database on the same machine can be written to, and knows its time",
        arguments: DatabaseKind.available
    )
    func databases(kind: DatabaseKind) async throws {
        let folder = try TemporaryFolder()
        let store = try await MeasuredStore.open(folder.settings([], kind.settings).database)
        let before = Date()
        let time = try await store.base.check()
        #expect(time.lowerBound <= Date() && before <= time.upperBound)
        await store.base.close()
    }
}
