import Foundation
import InMemoryLogging
import Logging
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Check of the database")
struct DatabaseCheckTests {
    private let clock = Current(Date(timeIntervalSince1970: 2_000_000_000))
    private let log = InMemoryLogHandler()

    private func check(
        timeout: Duration = .seconds(600),
        interval: Duration = .seconds(600),
        _ databaseTime: @escaping @Sendable () async throws -> ClosedRange<Date>
    ) -> DatabaseCheck {
        let logger = Logger(label: "test") { [log] _ in log }
        return DatabaseCheck(
            logger: logger,
            timeout: timeout,
            interval: interval,
            now: { [clock] in clock.value },
            databaseTime: databaseTime
        )
    }

    @Test("A clock is wrong if it differs by more than the tolerance", arguments: [1, -1])
    func tolerance(direction: Double) async throws {
        let time = clock.value
        let check = check { time...time }
        for (seconds, isWrong) in [(0.0, false), (60, false), (1, true), (3600, true), (-3601, false)] {
            clock.value += direction * seconds
            await check.ask()
            #expect(check.answer == (isWrong ? .clockWrong : .ready), "after \(seconds) more seconds")
            #expect(check.isClockWrong == isWrong)
        }
    }

    @Test("It is logged when the clock becomes wrong, and by how much, and when it is right again")
    func messages() async throws {
        let time = clock.value
        let check = check { time...time }
        for seconds in [0.0, 3600, 0, -3600, -3600, 3600, 0] {
            clock.value += seconds
            await check.ask()
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
            clock.value += 1000
            let time = clock.value
            clock.value += 1000
            return time...time
        }
        await check.ask()
        #expect(check.answer == .ready)
    }

    @Test("A server is not ready while the database fails, and its clock stays right or wrong")
    func failure() async throws {
        let isUp = Mutex(true)
        let time = clock.value
        let check = check {
            guard isUp.withLock({ $0 }) else { throw Failure() }
            return time...time
        }
        for seconds in [0.0, 61] {
            clock.value += seconds
            let first = seconds == 0 ? DatabaseCheck.Answer.ready : .clockWrong
            for (up, answer) in [(true, first), (false, .notWritable)] {
                isUp.withLock { $0 = up }
                for _ in 0..<3 { await check.ask() }
                #expect(check.answer == answer)
                #expect(check.isClockWrong == (seconds > 0))
            }
        }
        #expect(log.entries.filter { "\($0.message)" == "The database cannot be written to" }.count == 2)
    }

    @Test("A running server asks the database again and again")
    func interval() async throws {
        let (questions, question) = AsyncStream.makeStream(of: Void.self)
        let check = check(interval: .zero) {
            question.yield()
            return Date.distantPast...Date.distantFuture
        }
        let running = Task { try await check.run() }
        let count = await questions.prefix(3).reduce(0) { count, _ in count + 1 }
        #expect(count == 3)
        running.cancel()
        try await running.value
    }

    @Test("A server is not ready while the database does not answer in time", arguments: [true, false])
    func slow(isLate: Bool) async {
        let (answers, database) = AsyncStream.makeStream(of: Void.self)
        let (questions, question) = AsyncStream.makeStream(of: Void.self)
        let check = check(timeout: isLate ? .zero : .seconds(600)) {
            question.yield()
            for await _ in answers {}
            return Date.distantPast...Date.distantFuture
        }
        async let asking: Void = check.ask()
        await questions.first { _ in true }
        #expect(check.answer == (isLate ? .slow : .ready))
        database.finish()
        await asking
        #expect(check.answer == .ready)
    }

    @Test("A database on the same machine can be written to, and knows its time", arguments: DatabaseKind.available)
    func databases(kind: DatabaseKind) async throws {
        let folder = TemporaryFolder()
        let (_, store, _) = try await folder.open(kind)
        let before = Date()
        let time = try await store.base.check()
        #expect(time.lowerBound <= Date() && before <= time.upperBound)
        await store.base.close()
    }
}
