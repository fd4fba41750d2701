import CollaborationCore
import CollaborationTesting
import Hummingbird
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Stream of events", .timeLimit(.minutes(30)))
struct EventFeedTests {
    @Test("A reader is told who has gained, lost and changed access in which collaboration, and who did it")
    func changes() async throws {
        let server = try await TestServer()
        let reader = try EventReader(server.routes.changes.response(after: nil))
        try await server.run { client async throws in
            let collaboration = try await client.start(selecting: "read")
            let path = "/collaborations/\(collaboration)"
            try await client.admit(SimulatedPerson("Bob"), to: collaboration)
            let write = StartRequest(selectedOptions: ["write"]).json
            try await client.send(.put, path + "/selections/bob", as: "alice", write)
            try await client.sendAsBackend(.delete, path + "/accounts/bob")
            try await client.sendAsBackend(.put, path + "/guests/carol")
            try await client.sendAsBackend(.delete, "/accounts/carol")
            let name = #""collaboration":"\#(collaboration)""#
            #expect(
                try await reader.events(6).map(\.data) == [
                    #"{"by":"alice","changed":[],\#(name),"gained":["alice"],"isUnknown":false,"lost":[]}"#,
                    #"{"by":"bob","changed":[],\#(name),"gained":["bob"],"isUnknown":false,"lost":[]}"#,
                    #"{"by":"alice","changed":["bob"],\#(name),"gained":[],"isUnknown":false,"lost":[]}"#,
                    #"{"changed":[],\#(name),"gained":[],"isUnknown":false,"lost":["bob"]}"#,
                    #"{"changed":[],\#(name),"gained":["carol"],"isUnknown":false,"lost":[]}"#,
                    #"{"changed":[],\#(name),"gained":[],"isUnknown":false,"lost":["carol"]}"#,
                ]
            )
        }
        reader.end()
    }

    @Test("When an owner is erased, everybody loses access and is told of; after an error readers ask about everybody")
    func erasedOwner() async throws {
        let fails = Atomic(false)
        let store = StubStore(willCall: { if fails.load(ordering: .relaxed) { throw CancellationError() } })
        let server = try await TestServer(store: store)
        let reader = try EventReader(server.routes.changes.response(after: nil))
        try await server.run { client async throws in
            let collaboration = try await client.start()
            try await client.admit(SimulatedPerson("Bob"), to: collaboration)
            try await client.sendAsBackend(.delete, "/accounts/alice")
            fails.store(true, ordering: .relaxed)
            try await client.sendAsBackend(.delete, "/accounts/bob")
        }
        let events = try await reader.events(4)
        #expect(events.map(\.kind) == ["change", "change", "change", "missed"])
        #expect(events[2].data.contains(#""lost":["alice","bob"]"#))
        reader.end()
    }

    @Test("A reader that comes back gets what it has missed, and one that was away for too long is told so")
    func missed() async throws {
        let clock = Current(ContinuousClock.now)
        let feed = EventFeed(maximumByteCount: 2000, lifetime: .seconds(10), now: { clock.value })
        func events(after id: String?, _ count: Int) async throws -> [EventReader.Event] {
            let reader = try EventReader(feed.response(after: id))
            defer { reader.end() }
            return try await reader.events(count)
        }
        let reader = try EventReader(feed.response(after: nil))
        let first = try await reader.connected()
        for number in 0..<3 { feed.sendUnknown(in: "\(number)", by: nil) }
        let ids = try await reader.events(3).map(\.id)
        reader.end()
        #expect(try await events(after: first, 3).map(\.id) == ids)
        #expect(try await events(after: ids[0], 2).map(\.id) == Array(ids[1...]))
        for id in ["", "x", "other:1", "\(ids[2])9", ids[0] + ":1", ids[0].replacing(/:.*/, with: ":-1")] {
            let event = try await events(after: id, 1)[0]
            #expect(event.kind == "missed" && event.id == ids[2], "\(id)")
        }
        clock.value += .seconds(11)
        feed.sendUnknown(in: "late", by: nil)
        #expect(try await events(after: ids[0], 1)[0].kind == "missed")
        #expect(try await events(after: ids[2], 1)[0].data.contains("late"))
        for number in 0..<30 { feed.sendUnknown(in: "\(number)", by: nil) }
        #expect(try await events(after: ids[2], 1)[0].kind == "missed")
    }

    @Test("At most 20 readers are connected, and one that is gone leaves its place")
    func readers() async throws {
        let feed = EventFeed()
        let readers = try (0..<20).map { _ in try EventReader(feed.response(after: nil)) }
        for reader in readers { _ = try await reader.connected() }
        #expect(throws: HTTPError.self) { try feed.response(after: nil) }
        for reader in readers { reader.end() }
        while feed.readerCount > 0 { await Task.yield() }
        _ = try feed.response(after: nil)
    }
}
