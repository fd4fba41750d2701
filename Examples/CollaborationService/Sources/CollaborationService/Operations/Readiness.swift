import Synchronization

/// Tells whether the database can be written to, and answers within a second.
///
/// It is asked at most once in some time, by default once a second. However many ask at once, one question is under way,
/// and everybody gets its answer, or that it is slow.
final class Readiness: Sendable {
    enum Answer: String, Sendable {
        case ready
        case databaseNotWritable = "database-not-writable"
        case databaseSlow = "database-slow"
        case clockWrong = "clock-wrong"
        case draining
    }

    /// When the last question was asked, and its answer, which ends after the time-out.
    private let last = Mutex<(asked: ContinuousClock.Instant, isOpen: Bool, answer: Task<Answer, Never>)?>(nil)
    private let ask: @Sendable () async -> Answer
    private let timeout, interval: Duration

    init(timeout: Duration, interval: Duration = .seconds(1), ask: @escaping @Sendable () async -> Answer) {
        (self.timeout, self.interval) = (timeout, interval)
        self.ask = ask
    }

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
            continuation.yield(.databaseSlow)
        }
        Task {
            continuation.yield(await ask())
            last.withLock { $0?.isOpen = false }
        }
        defer { timer.cancel() }
        return await answers.first { _ in true } ?? .databaseSlow
    }
}
