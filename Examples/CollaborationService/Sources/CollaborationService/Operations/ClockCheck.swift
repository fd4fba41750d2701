import Foundation
import Logging
import Synchronization

/// Compares the clock of this machine with what the database knows of the time, before the server listens and about every minute.
///
/// While it is wrong, the server is not ready, and neither issues nor accepts challenges: they would be refused as
/// expired, or accepted for too long, and their uses would be evicted too early or too late.
final class ClockCheck: Sendable {
    private let tolerance: TimeInterval
    private let now: @Sendable () -> Date
    private let databaseTime: @Sendable () async throws -> ClosedRange<Date>
    private let logger: Logger
    private let state = Atomic(false)

    /// - Parameters:
    ///   - tolerance: By how much the clocks may differ. At least a second, since no two clocks agree.
    ///   - now: Tells the time of this machine.
    ///   - databaseTime: The time by the database, as far as it knows it.
    init(
        tolerance: Duration,
        logger: Logger,
        now: @escaping @Sendable () -> Date,
        databaseTime: @escaping @Sendable () async throws -> ClosedRange<Date>
    ) {
        self.tolerance = max(1, tolerance / .seconds(1))
        self.logger = logger
        self.now = now
        self.databaseTime = databaseTime
    }

    /// Whether the last comparison found more than the tolerance between the clocks.
    var isWrong: Bool { state.load(ordering: .relaxed) }

    /// Asks the database, and logs what it finds.
    func check() async throws {
        let before = now()
        let time = try await databaseTime()
        // The answer was made at some time between the two.
        let ahead = before.timeIntervalSince(time.upperBound)
        let behind = time.lowerBound.timeIntervalSince(now())
        let isWrong = max(ahead, behind) > tolerance
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
