import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Asks the database whether it can be written to and what it knows of the time: before the server listens, about every minute,
/// and when somebody asks whether the server is ready.
///
/// While the clock of this machine is wrong, the server is not ready, and neither issues nor accepts challenges: they would be
/// refused as expired, or accepted for too long, and their uses would be evicted too early or too late.
final class DatabaseCheck: Service {
    enum Answer: String, Sendable {
        case ready
        case notWritable = "database-not-writable"
        case slow = "database-slow"
        case clockWrong = "clock-wrong"
    }

    static let clockTolerance = Duration.seconds(60)

    private let logger: Logger
    private let timeout, interval: Duration
    private let now: @Sendable () -> Date
    private let databaseTime: @Sendable () async throws -> ClosedRange<Date>
    private let wrongClock = Atomic(false)

    /// When the last question was asked, whether it is open, and its answer, which ends after the time-out.
    private let last = Mutex<(asked: ContinuousClock.Instant, isOpen: Bool, answer: Task<Answer, Never>)?>(nil)

    init(
        logger: Logger,
        timeout: Duration = .seconds(1),
        interval: Duration = .seconds(1),
        now: @escaping @Sendable () -> Date = { Date() },
        databaseTime: @escaping @Sendable () async throws -> ClosedRange<Date>
    ) {
        (self.logger, self.timeout, self.interval) = (logger, timeout, interval)
        (self.now, self.databaseTime) = (now, databaseTime)
    }

    /// Whether the last answer found more than the tolerance between the clocks.
    var isClockWrong: Bool { wrongClock.load(ordering: .relaxed) }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // Servers do not ask at the same time.
                try await Task.sleep(for: .seconds(60) * Double.random(in: 0.5...1.5))
                _ = await self.answer()
            }
        }
    }

    /// However many ask, one question is under way, at most one in an interval, and everybody gets its answer, or that it is slow.
    func answer() async -> Answer {
        await last.withLock { last in
            if let found = last, found.isOpen || .now - found.asked < interval { return found.answer }
            let answer = Task { await answerInTime() }
            last = (.now, true, answer)
            return answer
        }.value
    }

    private func answerInTime() async -> Answer {
        // The database may ignore a cancellation, so that its answer is not waited for beyond the time-out.
        let (answers, continuation) = AsyncStream.makeStream(of: Answer.self)
        let timer = Task { [timeout] in
            try await Task.sleep(for: timeout)
            continuation.yield(.slow)
        }
        Task {
            continuation.yield(await ask())
            last.withLock { $0?.isOpen = false }
        }
        defer { timer.cancel() }
        return await answers.first { _ in true } ?? .slow
    }

    /// Asks without sharing the question, however long the answer takes.
    func ask() async -> Answer {
        let before = now()
        let time: ClosedRange<Date>
        do {
            time = try await databaseTime()
        } catch {
            logger.warning("The database cannot be written to", metadata: ["error": "\(error)"])
            return .notWritable
        }
        // The answer was made at some time between the two.
        let ahead = before.timeIntervalSince(time.upperBound)
        let behind = time.lowerBound.timeIntervalSince(now())
        let isWrong = max(ahead, behind) > Self.clockTolerance / .seconds(1)
        let wasWrong = wrongClock.exchange(isWrong, ordering: .relaxed)
        if isWrong, !wasWrong {
            let difference: Logger.Metadata = [ahead > behind ? "ahead" : "behind": "\(Int(max(ahead, behind))) s"]
            logger.error("The clock is wrong, so that no challenge is issued or accepted", metadata: difference)
        } else if wasWrong, !isWrong {
            logger.notice("The clock is right again")
        }
        return isWrong ? .clockWrong : .ready
    }
}
