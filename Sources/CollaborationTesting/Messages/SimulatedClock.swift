import Synchronization

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A clock that stands still until a test moves it, for time limits and for dates.
public final class SimulatedClock: Clock {
    private struct Sleeper {
        var deadline: ContinuousClock.Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: ContinuousClock.Instant
        var nextNumber = 0
        var sleepers: [Int: Sleeper] = [:]
    }

    private let start: (instant: ContinuousClock.Instant, date: Date)
    private let state: Mutex<State>

    /// Makes a clock.
    ///
    /// - Parameter start: The date at which it begins.
    public init(startingAt start: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        let now = ContinuousClock.now
        self.start = (now, start)
        state = Mutex(State(now: now))
    }

    /// Zero.
    public var minimumResolution: Duration { .zero }

    /// The time on the clock.
    public var now: ContinuousClock.Instant { state.withLock(\.now) }

    /// The date that the clock shows.
    public var date: Date { start.date + start.instant.duration(to: now) / .seconds(1) }

    /// The number of tasks that sleep by this clock: a test that moves it waits until there is one.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Moves the clock, by at most a hundred years at once, and wakes the sleepers whose time has come.
    ///
    /// A task that begins to sleep afterward sleeps from then on: where a test waits for others, move it in steps.
    public func advance(by duration: Duration) {
        let century = Duration.seconds(36_525 * 86_400)
        let duration = min(max(duration, .zero - century), century)
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Sleeps until the clock is moved to a time or past it.
    ///
    /// - Parameters:
    ///   - deadline: The time at which to wake.
    ///   - tolerance: Ignored.
    /// - Throws: `CancellationError` when the task is canceled.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    // A cancellation before this point has found no sleeper to wake.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation
                .resume(throwing: CancellationError())
        }
    }
}
