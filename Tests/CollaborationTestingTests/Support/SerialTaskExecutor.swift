import Dispatch

/// Runs the jobs of tasks one at a time, in the order in which they become ready.
final class SerialTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tasks of a test")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Safe: each job is run once, here, by the executor that it was enqueued on.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
