import ServiceLifecycle
import Synchronization

/// The time between SIGTERM and the end of accepting connections, in which a proxy takes the server out.
final class Draining: Service {
    private let time: Duration
    private let stage = Atomic(0)

    init(time: Duration = .zero) { self.time = time }

    /// Whether the server is not ready, and answers as before.
    var hasBegun: Bool { stage.load(ordering: .relaxed) > 0 }

    /// Whether no connection is accepted any more, and each answer ends its own.
    var isClosing: Bool { stage.load(ordering: .relaxed) > 1 }

    func run() async throws {
        try? await gracefulShutdown()
        stage.store(1, ordering: .relaxed)
        try? await Task.sleep(for: time)
        // The server stops to accept connections after this. If answers ended theirs before, a proxy would open others just then.
        Task {
            try? await Task.sleep(for: min(time, .seconds(1)))
            stage.store(2, ordering: .relaxed)
        }
    }
}
