import CollaborationTesting
import Synchronization

/// Schedules the steps of several tasks one at a time, in an order that a seed determines.
///
/// A task that reaches a step waits until all others wait or have finished. Then the next one is drawn.
final class RandomInterleaving: Sendable {
    private struct State {
        var generator: SeededGenerator
        var running: Int
        var waiting: [(task: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Draws the next task if none runs.
        mutating func draw() -> CheckedContinuation<Void, Never>? {
            guard running == 0, !waiting.isEmpty else { return nil }
            // The order in which tasks arrived depends on the threads.
            waiting.sort { $0.task < $1.task }
            let index = Int.random(in: 0..<waiting.count, using: &generator)
            running = 1
            return waiting.remove(at: index).continuation
        }
    }

    private let state: Mutex<State>

    init(seed: Int, tasks: Int) {
        state = Mutex(State(generator: SeededGenerator("interleaving", String(seed)), running: tasks))
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

    /// Reports that a task has no further step.
    func finish() {
        let next = state.withLock { state in
            state.running -= 1
            return state.draw()
        }
        next?.resume()
    }
}
