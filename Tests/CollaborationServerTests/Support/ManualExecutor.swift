import Synchronization

/// Runs tasks on the thread of a test, until each of them waits or has finished.
///
/// So a test knows without waiting that a call has come to a certain place.
final class ManualExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    func runUntilIdle() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            // Each job is run once, while this executor lives.
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

/// Holds calls up until a test lets them through, one at a time.
final class Turnstile: Sendable {
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

    /// The number of calls that wait.
    var count: Int { waiting.withLock { $0.count } }

    func wait() async { await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } } }

    func letOneThrough() { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume() }
}
