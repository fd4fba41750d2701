import Dispatch

/// Runs the jobs of tasks one at a time, in the order in which they become ready.
final class SerialTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tasks of a test")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
