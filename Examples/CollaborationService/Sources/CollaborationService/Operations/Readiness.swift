import Synchronization

/// Tells whether the database answers within a second, and can be written to.
///
/// It is asked at most once in some time, by default once a second. However many ask at once, one question is under way,
/// and everybody gets its answer. If it takes too long, those who come while it is still under way are answered at once,
/// so that nobody is kept waiting for longer than the time-out.
final class Readiness: Sendable {
    enum Answer: String, Sendable {
        case ready
        case databaseFailed = "database-failed"
        case databaseSlow = "database-slow"
        case databaseNotWritable = "database-not-writable"
        case clockWrong = "clock-wrong"
        case draining
    }

    private struct State {
        /// Whether the database has a question to answer.
        var isAsking = false

        /// When the last question was asked.
        var asked: ContinuousClock.Instant?

        /// Ends with the answer to the last question, or after the time-out.
        var answer: Task<Answer, Never>?
    }

    private let check, read: @Sendable () async throws -> Void
    private let timeout: Duration
    private let interval: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - timeout: How long an answer of the database may take.
    ///   - interval: How long an answer is given again without another question.
    ///   - check: Writes to the database.
    ///   - read: Reads from it, to tell why it cannot be written to.
    init(
        timeout: Duration,
        interval: Duration = .seconds(1),
        check: @escaping @Sendable () async throws -> Void,
        read: @escaping @Sendable () async throws -> Void
    ) {
        (self.check, self.read) = (check, read)
        self.interval = interval
        self.timeout = timeout
    }

    func answer() async -> Answer {
        let answer = state.withLock { state in
            let now = ContinuousClock.now
            if !state.isAsking, state.asked.map({ now - $0 >= interval }) ?? true {
                (state.isAsking, state.asked) = (true, now)
                state.answer = Task { await ask() }
            }
            return state.answer
        }
        return await answer?.value ?? .databaseSlow
    }

    private func ask() async -> Answer {
        // The database may ignore a cancellation, so that its answer is not waited for beyond the time-out.
        let (answers, continuation) = AsyncStream.makeStream(of: Answer.self)
        let timer = Task { [timeout] in
            try await Task.sleep(for: timeout)
            continuation.yield(.databaseSlow)
        }
        Task {
            var answer = Answer.ready
            if (try? await check()) == nil {
                answer = (try? await read()) == nil ? .databaseFailed : .databaseNotWritable
            }
            state.withLock { $0.isAsking = false }
            continuation.yield(answer)
        }
        defer { timer.cancel() }
        return await answers.first { _ in true } ?? .databaseSlow
    }
}
