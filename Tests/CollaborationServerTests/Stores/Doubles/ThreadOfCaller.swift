import CollaborationModels

/// Runs the jobs of tasks in the thread that calls ``runAll()``, and in no other.
final class ThreadOfCaller: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs jobs until there is none left.
    func runAll() {
        while let job = jobs.withLock({ $0.popLast() }) {
            // Safe: each job is run once.
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
