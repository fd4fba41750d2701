import Logging
import ServiceLifecycle

/// Does what a server does from time to time, such as finishing deletions of documents that a crash has interrupted.
///
/// It begins when the server listens, and repeats it about every minute, on each server. The jitter keeps servers from doing so
/// at the same time.
struct MaintenanceService: Service {
    let interval: Duration
    let logger: Logger

    /// Returns when the server listens.
    let start: @Sendable () async -> Void

    let round: @Sendable () async throws -> Void

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            await start()
            while true {
                try Task.checkCancellation()
                do {
                    try await round()
                } catch {
                    logger.warning("Maintenance failed", metadata: ["error": "\(error)"])
                }
                try await Task.sleep(for: interval * Double.random(in: 0.5...1.5))
            }
        }
    }
}
