import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Asks the database whether it can be read and written to and what it knows of the time: before the server listens, and every five seconds.
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

    /// When the question was asked that is still open, and what the last answers were.
    private let state = Mutex((asked: ContinuousClock.Instant?.none, answer: Answer.ready, isClockWrong: false))

    init(
        logger: Logger,
        timeout: Duration = .seconds(1),
        interval: Duration = .seconds(5),
        now: @escaping @Sendable () -> Date = { Date() },
        databaseTime: @escaping @Sendable () async throws -> ClosedRange<Date>
    ) {
        (self.logger, self.timeout, self.interval) = (logger, timeout, interval)
        (self.now, self.databaseTime) = (now, databaseTime)
    }

    /// The last answer, or that the next one is slow.
    var answer: Answer {
        state.withLock { state in state.asked.map { .now - $0 >= timeout } ?? false ? .slow : state.answer }
    }

    /// Whether the last answer with a time found more than the tolerance between the clocks.
    var isClockWrong: Bool { state.withLock { $0.isClockWrong } }

    func run() async throws {
        try? await cancelWhenGracefulShutdown { [interval] in
            while true {
                try await Task.sleep(for: interval)
                await self.ask()
            }
        }
    }

    /// Asks however long the answer takes, and logs what has become wrong, and a clock that is right again.
    func ask() async {
        let before = now()
        let last = state.withLock { state in
            state.asked = .now
            return state
        }
        do {
            let time = try await databaseTime()
            // The answer was made at some time between the two.
            let ahead = before.timeIntervalSince(time.upperBound)
            let behind = time.lowerBound.timeIntervalSince(now())
            let isWrong = max(ahead, behind) > Self.clockTolerance / .seconds(1)
            state.withLock { $0 = (nil, isWrong ? .clockWrong : .ready, isWrong) }
            if isWrong, !last.isClockWrong {
                let difference: Logger.Metadata = [ahead > behind ? "ahead" : "behind": "\(Int(max(ahead, behind))) s"]
                logger.error("The clock is wrong, so that no challenge is issued or accepted", metadata: difference)
            } else if last.isClockWrong, !isWrong {
                logger.notice("The clock is right again")
            }
        } catch {
            state.withLock { ($0.asked, $0.answer) = (nil, .notWritable) }
            guard last.answer != .notWritable else { return }
            logger.warning("The database cannot be written to", metadata: ["error": "\(error)"])
        }
    }
}
