import Synchronization

/// Tells whether the database answers within a second.
///
/// One question is asked at a time, however many ask whether the server is ready.
final class Readiness: Sendable {
    enum Answer: String, Sendable {
        case ready
        case databaseFailed = "database-failed"
        case databaseSlow = "database-slow"
    }

    private let check: @Sendable () async throws -> Void
    private let timeout: Duration
    private let question = Mutex<Task<Answer, Never>?>(nil)

    /// - Parameters:
    ///   - timeout: How long an answer of the database may take.
    ///   - check: Asks the database.
    init(timeout: Duration, check: @escaping @Sendable () async throws -> Void) {
        self.check = check
        self.timeout = timeout
    }

    func answer() async -> Answer {
        let question = question.withLock { question in
            let current = question ?? Task { await ask() }
            question = current
            return current
        }
        // The database may ignore a cancellation, so that nobody waits for its answer beyond the time-out.
        let (answers, continuation) = AsyncStream.makeStream(of: Answer.self)
        let timer = Task { [timeout] in
            try await Task.sleep(for: timeout)
            continuation.yield(.databaseSlow)
        }
        Task { continuation.yield(await question.value) }
        defer { timer.cancel() }
        for await answer in answers { return answer }
        return .databaseSlow
    }

    private func ask() async -> Answer {
        defer { question.withLock { $0 = nil } }
        do {
            try await check()
            return .ready
        } catch {
            return .databaseFailed
        }
    }
}
