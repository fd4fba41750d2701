import CollaborationCore
import CollaborationTestSupport
import Synchronization
import Testing

@testable import CollaborationServer

@Suite("Queues of calls")
struct CollaborationQueueTests {
    private let executor = ManualExecutor()
    /// Holds up the calls that are in the store.
    private let turnstile = Turnstile()
    private let writer: RecordWriter
    /// The names of the calls in the order in which they ended.
    private let ended = SharedValue<[String]>([])

    init() {
        let turnstile = turnstile
        writer = RecordWriter(FaultyStore(InMemoryCollaborationStore(), before: { _ in await turnstile.wait() }))
    }

    /// Starts a call, which runs until it waits.
    @discardableResult
    private func call(
        _ name: String,
        on collaboration: CollaborationIdentifier = "doc-42",
        failing isFailing: Bool = false,
        canceled isCancelled: Bool = false
    ) -> Task<Void, Never> {
        let (writer, ended) = (writer, ended)
        let task = Task(executorPreference: executor) {
            do {
                try await writer.change(collaboration, by: .server) { _ throws(CollaborationError) in
                    if isFailing { throw .busy }
                }
                ended.value.withLock { $0.append(name) }
            } catch {
                let outcome = error as? CollaborationError == .busy ? "failed" : "canceled"
                ended.value.withLock { $0.append("\(name) \(outcome)") }
            }
        }
        if isCancelled { task.cancel() }
        executor.runUntilIdle()
        return task
    }

    private func letOneThrough() {
        turnstile.letOneThrough()
        executor.runUntilIdle()
    }

    @Test("Calls of one server on one collaboration wait for each other, first come, first served")
    func order() {
        let names = ["a", "b", "c", "d"]
        for name in names {
            call(name)
            #expect(turnstile.count == 1)
        }
        for count in 1...4 {
            letOneThrough()
            #expect(ended.value.withLock(\.self) == Array(names.prefix(count)))
            #expect(turnstile.count == (count < 4 ? 1 : 0))
        }
        // The queue is empty, and the next call enters at once.
        call("e")
        letOneThrough()
        #expect(ended.value.withLock(\.self).last == "e")
    }

    @Test("A canceled call leaves the queue")
    func cancellation() {
        call("a")
        let tasks = ["b", "c", "d"].map { call($0) }
        tasks[1].cancel()
        executor.runUntilIdle()
        #expect(ended.value.withLock(\.self) == ["c canceled"])
        tasks[0].cancel()
        executor.runUntilIdle()
        #expect(ended.value.withLock(\.self) == ["c canceled", "b canceled"])
        for _ in 0..<2 { letOneThrough() }
        #expect(ended.value.withLock(\.self) == ["c canceled", "b canceled", "a", "d"])
        #expect(turnstile.count == 0)
    }

    @Test("A call that is canceled before it enters the queue does not ask the store")
    func cancellationBefore() {
        call("a", canceled: true)
        call("b")
        call("c", canceled: true)
        #expect(ended.value.withLock(\.self) == ["a canceled", "c canceled"])
        #expect(turnstile.count == 1)
        letOneThrough()
        #expect(ended.value.withLock(\.self).last == "b")
    }

    @Test("A call that fails lets the next one in")
    func failure() {
        call("a", failing: true)
        call("b")
        for _ in 0..<2 { letOneThrough() }
        #expect(ended.value.withLock(\.self) == ["a failed", "b"])
    }

    @Test("A call that waits in the store holds up no call on another collaboration")
    func otherCollaboration() {
        call("a", on: "doc-1")
        call("b", on: "doc-2")
        #expect(turnstile.count == 2)
        call("c", on: "doc-1")
        for _ in 0..<2 { letOneThrough() }
        #expect(ended.value.withLock(\.self) == ["a", "b"])
        letOneThrough()
        #expect(ended.value.withLock(\.self) == ["a", "b", "c"])
    }
}
