import Foundation
import Logging
import ServiceLifecycle

/// Deletes the records of expired challenges, and finishes deletions of documents that a crash has interrupted.
///
/// It does so at the start and then about every minute, on each server. The jitter keeps servers from doing so at the
/// same time.
struct MaintenanceService: Service {
    let interval: Duration
    let logger: Logger
    let evict: @Sendable (_ date: Date) async throws -> Int
    let finishDeletions: @Sendable () async throws -> Void

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    let count = try await evict(Date())
                    logger.debug("Evicted used challenges", metadata: ["count": "\(count)"])
                    try await finishDeletions()
                } catch {
                    logger.warning("Maintenance failed", metadata: ["error": "\(error)"])
                }
                try await Task.sleep(for: interval * Double.random(in: 0.5...1.5))
            }
        }
    }
}
