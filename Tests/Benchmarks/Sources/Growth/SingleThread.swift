import Synchronization

/// Runs tasks on the thread that calls `run`, since Callgrind crashes where threads of Swift's own begin and end.
final class SingleThread: TaskExecutor {
    private struct State: ~Copyable {
        var jobs: [UnownedJob] = []
        var isStopped = false
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs jobs until `stop` is called.
    ///
    /// It traps if a task waits for another thread, since no job is left then.
    func run() {
        while let job = state.withLock({ $0.isStopped ? nil : $0.jobs.removeFirst() }) {
            // Safe: each job is run once.
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
    }
}
