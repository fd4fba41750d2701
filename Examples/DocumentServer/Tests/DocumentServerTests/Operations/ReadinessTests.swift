import Synchronization
import Testing

@testable import DocumentServer

@Suite("Readiness")
struct ReadinessTests {
    private struct Failure: Error {}

    @Test("The server is ready while the database answers, and not while it fails")
    func answers() async {
        let isUp = Mutex(true)
        let readiness = Readiness(timeout: .seconds(60)) {
            guard isUp.withLock({ $0 }) else { throw Failure() }
        }
        #expect(await readiness.answer() == .ready)
        isUp.withLock { $0 = false }
        #expect(await readiness.answer() == .databaseFailed)
        isUp.withLock { $0 = true }
        #expect(await readiness.answer() == .ready)
    }

    @Test("A database that does not answer in time is asked once, however many ask for the readiness")
    func slow() async {
        let count = Mutex(0)
        let (answers, database) = AsyncStream.makeStream(of: Void.self)
        let readiness = Readiness(timeout: .milliseconds(10)) {
            count.withLock { $0 += 1 }
            for await _ in answers { return }
        }
        for _ in 0..<3 { #expect(await readiness.answer() == .databaseSlow) }
        #expect(count.withLock { $0 } == 1)
        database.yield()
        while await readiness.answer() != .ready { await Task.yield() }
        #expect(count.withLock { $0 } <= 2)
    }
}
