import Logging
import ServiceLifecycle

/// Finishes deletions of documents that a crash has interrupted.
///
/// It does so when the server listens and then about every minute, on each server. The jitter keeps servers from doing so at the
/// same time.
struct MaintenanceService: Service {
    let interval: Duration
    let logger: Logger

    /// Returns when the server listens.
    let start: @Sendable () async -> Void

    let finishDeletions: @Sendable () async throws -> Void

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            await start()
            while true {
                try Task.checkCancellation()
                do {
                    try await finishDeletions()
                } catch {
                    logger.warning("Maintenance failed", metadata: ["error": "\(error)"])
                }
                try await Task.sleep(for: interval * Double.random(in: 0.5...1.5))
            }
        }
    }
}
