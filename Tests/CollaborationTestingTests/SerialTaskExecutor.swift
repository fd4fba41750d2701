import Dispatch

/// Runs the jobs of tasks one at a time, in the order in which they become ready.
final class SerialTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tasks of a test")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Safe: a job that is handed over is run once, here, by the executor that it was handed to.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
