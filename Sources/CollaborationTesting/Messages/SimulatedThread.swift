import Synchronization

/// The state of a conversation behind a lock.
final class SimulatedThread: Sendable {
    private let state: Mutex<ThreadState>

    init(members: [SimulatedPerson]) {
        state = Mutex(ThreadState(members: members))
    }

    func withState<Result: Sendable>(_ body: (inout ThreadState) -> Result) -> Result {
        state.withLock { body(&$0) }
    }
}
