import Dispatch
import Synchronization

extension Work {
    /// Performs the work on several threads at once, and returns each thread's nanoseconds of processor time for
    /// one input.
    func nanoseconds(repetitions: Int, threadCount: Int) throws -> [Double] {
        let results = Mutex<[Result<Double, any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: threadCount) { _ in
            let result = Result { try nanoseconds(repetitions: repetitions) }
            results.withLock { $0.append(result) }
        }
        return try results.withLock { results in try results.map { try $0.get() } }
    }
}
