import Foundation
import InMemoryLogging
import Logging
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Check of the database")
struct DatabaseCheckTests {
    private struct Failure: Error {}

    private let clock = TestDate()
    private let log = InMemoryLogHandler()

    private func check(
        timeout: Duration = .seconds(60),
        interval: Duration = .zero,
        _ databaseTime: @escaping @Sendable () async throws -> ClosedRange<Date>
    ) -> DatabaseCheck {
        let logger = Logger(label: "test") { [log] _ in log }
        return DatabaseCheck(
            logger: logger,
            timeout: timeout,
            interval: interval,
            now: { [clock] in clock.date },
            databaseTime: databaseTime
        )
    }

    @Test("A clock is wrong if it differs by more than the tolerance", arguments: [1, -1])
    func tolerance(direction: Double) async throws {
        let time = clock.date
        let check = check { time...time }
        for (seconds, isWrong) in [(0.0, false), (60, false), (1, true), (3600, true), (-3601, false)] {
            clock.advance(by: direction * seconds)
            #expect(await check.answer() == (isWrong ? .clockWrong : .ready), "after \(seconds) more seconds")
            #expect(check.isClockWrong == isWrong)
        }
    }

    @Test("It is logged when the clock becomes wrong, and by how much, and when it is right again")
    func messages() async throws {
        let time = clock.date
        let check = check { time...time }
        for seconds in [0.0, 3600, 0, -3600, -3600, 3600, 0] {
            clock.advance(by: seconds)
            _ = await check.answer()
        }
        let wrong = "The clock is wrong, so that no challenge is issued or accepted"
        let right = "The clock is right again"
        #expect(log.entries.map { "\($0.message)" } == [wrong, right, wrong, right])
        #expect(log.entries.map(\.level) == [.error, .notice, .error, .notice])
        #expect(log.entries.map(\.metadata) == [["ahead": "3600 s"], [:], ["behind": "3600 s"], [:]])
    }

    @Test("The time that the database takes to answer is not taken for a difference")
    func slowAnswer() async throws {
        let check = check { [clock] in
            clock.advance(by: 1000)
            let time = clock.date
            clock.advance(by: 1000)
            return time...time
        }
        #expect(await check.answer() == .ready)
    }

    @Test("A server is not ready while the database fails, and its clock stays right or wrong")
    func failure() async throws {
        let isUp = Mutex(true)
        let time = clock.date
        let check = check {
            guard isUp.withLock({ $0 }) else { throw Failure() }
            return time...time
        }
        for seconds in [0.0, 61] {
            clock.advance(by: seconds)
            let first = seconds == 0 ? DatabaseCheck.Answer.ready : .clockWrong
            for (up, answer) in [(true, first), (false, .notWritable)] {
                isUp.withLock { $0 = up }
                #expect(await check.answer() == answer)
                #expect(check.isClockWrong == (seconds > 0))
            }
        }
        #expect(log.entries.filter { "\($0.message)" == "The database cannot be written to" }.count == 2)
    }

    @Test("However often it is asked for an answer, the database is asked once in an interval")
    func interval() async {
        let count = Mutex(0)
        let check = check(interval: .seconds(600)) {
            count.withLock { $0 += 1 }
            return Date.distantPast...Date.distantFuture
        }
        for _ in 0..<1000 { #expect(await check.answer() == .ready) }
        #expect(count.withLock { $0 } == 1)
    }

    @Test("A database that does not answer in time is asked once, however many ask")
    func slow() async {
        let count = Mutex(0)
        let (answers, database) = AsyncStream.makeStream(of: Void.self)
        let check = check(timeout: .milliseconds(10)) {
            count.withLock { $0 += 1 }
            for await _ in answers {}
            return Date.distantPast...Date.distantFuture
        }
        await withDiscardingTaskGroup { group in
            for _ in 0..<100 { group.addTask { #expect(await check.answer() == .slow) } }
        }
        #expect(count.withLock { $0 } == 1)
        database.finish()
        while await check.answer() != .ready { await Task.yield() }
    }

    @Test("A database on the same machine can be written to, and knows its time", arguments: DatabaseKind.available)
    func databases(kind: DatabaseKind) async throws {
        let folder = try TemporaryFolder()
        let store = try await MeasuredStore.open(folder.settings([], kind.settings).database)
        let before = Date()
        let time = try await store.base.check()
        #expect(time.lowerBound <= Date() && before <= time.upperBound)
        await store.base.close()
    }
}
