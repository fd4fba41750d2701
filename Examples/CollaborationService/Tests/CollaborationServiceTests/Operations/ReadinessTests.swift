import Synchronization
import Testing

@testable import CollaborationService

@Suite("Readiness")
struct ReadinessTests {
    @Test("The server is ready while the database answers, and not while it fails")
    func answers() async {
        let isUp = Mutex(true)
        let readiness = Readiness(timeout: .seconds(60), interval: .zero) {
            isUp.withLock { $0 } ? .ready : .databaseNotWritable
        }
        #expect(await readiness.answer() == .ready)
        isUp.withLock { $0 = false }
        #expect(await readiness.answer() == .databaseNotWritable)
        isUp.withLock { $0 = true }
        #expect(await readiness.answer() == .ready)
    }

    @Test("However often the readiness is asked for, the database is asked once in an interval")
    func interval() async {
        let count = Mutex(0)
        let readiness = Readiness(timeout: .seconds(60), interval: .seconds(60)) {
            count.withLock { $0 += 1 }
            return .ready
        }
        for _ in 0..<1000 { #expect(await readiness.answer() == .ready) }
        #expect(count.withLock { $0 } == 1)
    }

    @Test("A database that does not answer in time is asked once, however many ask for the readiness")
    func slow() async {
        let count = Mutex(0)
        let (answers, database) = AsyncStream.makeStream(of: Void.self)
        let readiness = Readiness(timeout: .milliseconds(10), interval: .zero) {
            count.withLock { $0 += 1 }
            for await _ in answers {}
            return .ready
        }
        await withDiscardingTaskGroup { group in
            for _ in 0..<100 { group.addTask { #expect(await readiness.answer() == .databaseSlow) } }
        }
        #expect(count.withLock { $0 } == 1)
        database.finish()
        while await readiness.answer() != .ready { await Task.yield() }
    }
}
