import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Maintenance", .timeLimit(.minutes(30)))
struct MaintenanceServiceTests {
    private struct Failure: Error {}

    @Test("Maintenance waits until the server listens, and does nothing if the server stops before")
    func start() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let service = MaintenanceService(
            interval: .milliseconds(1),
            logger: logger,
            start: {
                start.yield()
                try? await Task.sleep(for: .seconds(3600))
            },
            round: { Issue.record("Maintenance has begun.") }
        )
        let group = ServiceGroup(services: [service], logger: logger)
        async let running: Void = group.run()
        for await _ in starts { break }
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test("Maintenance begins at the start, goes on after an error, and ends with the server")
    func rounds() async throws {
        let rounds = Mutex(0)
        let (deletions, deletion) = AsyncStream.makeStream(of: Void.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = MaintenanceService(
            interval: .milliseconds(1),
            logger: logger,
            start: {},
            round: {
                let round = rounds.withLock {
                    $0 += 1
                    return $0
                }
                guard round != 2 else { throw Failure() }
                deletion.yield()
            }
        )
        let group = ServiceGroup(services: [service], logger: logger)
        async let running: Void = group.run()
        var iterator = deletions.makeAsyncIterator()
        for _ in 0..<3 { await iterator.next() }
        #expect(rounds.withLock { $0 } >= 4)
        await group.triggerGracefulShutdown()
        try await running
    }
}
