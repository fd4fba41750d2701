import Foundation
import Logging
import ServiceLifecycle
import Synchronization

/// Compares the clock of this machine with what the database knows of the time, before the server listens and about every minute.
///
/// While it is wrong, the server is not ready, and neither issues nor accepts challenges: they would be refused as
/// expired, or accepted for too long, and their uses would be evicted too early or too late.
final class ClockCheck: Service {
    static let tolerance = Duration.seconds(60)

    private let now: @Sendable () -> Date
    private let databaseTime: @Sendable () async throws -> ClosedRange<Date>
    private let logger: Logger
    private let state = Atomic(false)

    init(
        logger: Logger,
        now: @escaping @Sendable () -> Date,
        databaseTime: @escaping @Sendable () async throws -> ClosedRange<Date>
    ) {
        (self.logger, self.now, self.databaseTime) = (logger, now, databaseTime)
    }

    /// Whether the last comparison found more than the tolerance between the clocks.
    var isWrong: Bool { state.load(ordering: .relaxed) }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                // Servers do not ask at the same time.
                try await Task.sleep(for: .seconds(60) * Double.random(in: 0.5...1.5))
                await self.check()
            }
        }
    }

    /// Asks the database, and logs what it finds.
    func check() async {
        let before = now()
        let time: ClosedRange<Date>
        do {
            time = try await databaseTime()
        } catch {
            return logger.warning("The database does not tell the time", metadata: ["error": "\(error)"])
        }
        // The answer was made at some time between the two.
        let ahead = before.timeIntervalSince(time.upperBound)
        let behind = time.lowerBound.timeIntervalSince(now())
        let isWrong = max(ahead, behind) > Self.tolerance / .seconds(1)
        let wasWrong = state.exchange(isWrong, ordering: .relaxed)
        if isWrong {
            logger.error(
                "The clock is wrong, so that no challenge is issued or accepted",
                metadata: [ahead > behind ? "ahead" : "behind": "\(Int(max(ahead, behind))) s"]
            )
        } else if wasWrong {
            logger.notice("The clock is right again")
        }
    }
}
