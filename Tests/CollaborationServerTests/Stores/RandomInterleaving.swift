import CollaborationModels
import CollaborationTesting

/// Lets several tasks take steps one at a time, in an order that follows from a seed.
///
/// A task that comes to a step waits until all others wait or are done; then one of them is drawn. So the
/// order in which the steps are taken is the same in every run with the seed, whatever the threads do.
final class RandomInterleaving: Sendable {
    private struct State {
        var generator: SeededGenerator
        var running: Int
        var waiting: [(task: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Draws the next task once nobody runs.
        mutating func draw() -> CheckedContinuation<Void, Never>? {
            guard running == 0, !waiting.isEmpty else { return nil }
            // Sorted, since the order in which tasks came to wait is the threads'.
            waiting.sort { $0.task < $1.task }
            let index = Int.random(in: 0..<waiting.count, using: &generator)
            running = 1
            return waiting.remove(at: index).continuation
        }
    }

    private let state: Locked<State>

    init(seed: Int, tasks: Int) {
        state = Locked(State(generator: SeededGenerator("interleaving", String(seed)), running: tasks))
    }

    /// Waits for this task's next turn.
    func step(of task: Int) async {
        await withCheckedContinuation { continuation in
            let next = state.withLock { state in
                state.running -= 1
                state.waiting.append((task, continuation))
                return state.draw()
            }
            next?.resume()
        }
    }

    /// Says that a task has no further step.
    func finish() {
        let next = state.withLock { state in
            state.running -= 1
            return state.draw()
        }
        next?.resume()
    }
}
