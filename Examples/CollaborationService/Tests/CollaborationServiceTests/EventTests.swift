import CollaborationCore
import CollaborationTesting
import Hummingbird
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Events of documents")
struct EventTests {
    let bob = SimulatedPerson("Bob"), carol = SimulatedPerson("Carol")

    /// Compares the events of a story that begins with a shared document in which Bob takes part.
    func expect(
        _ expected: (CollaborationIdentifier) -> [DocumentEvent],
        after story: @Sendable (TestClient, CollaborationIdentifier) async throws -> Void
    ) async throws {
        let events = EventStream()
        let server = try await TestServer(events: events)
        let found = Mutex<[DocumentEvent]>([])
        let document = Mutex<CollaborationIdentifier>("")
        try await server.run { client async throws in
            let shared = try await client.createDocument()
            try await client.admit(bob, to: shared)
            let stream = events.subscribe()
            try await story(client, shared)
            events.send(DocumentEvent(kind: .changed, document: "end", account: "end"))
            for await event in stream {
                if event.document == "end" { break }
                found.withLock { $0.append(event) }
            }
            document.withLock { $0 = shared }
        }
        #expect(found.withLock { $0 } == expected(document.withLock { $0 }))
    }

    @Test("The end of sharing tells who has lost access")
    func endOfSharing() async throws {
        try await expect {
            [DocumentEvent(kind: .removed, document: $0, account: "bob")]
        } after: {
            try await $0.send(.delete, "/documents/\($1)/share", as: "alice")
        }
    }

    @Test("Only an account that takes part in a document leaves it")
    func leaving() async throws {
        try await expect {
            [DocumentEvent(kind: .left, document: $0, account: "bob")]
        } after: {
            client,
            document in
            for account in ["carol", "bob", "bob"] as [AccountIdentifier] {
                let reply = try await client.send(
                    .delete,
                    "/documents/\(document)/participation",
                    as: account
                )
                #expect(reply.status == .noContent)
            }
        }
    }

    @Test("The deletion of an account tells which documents are deleted and which ones it has left")
    func accountDeletion() async throws {
        try await expect {
            [DocumentEvent(kind: .left, document: $0, account: "bob")]
        } after: {
            client,
            _ in
            try await client.send(.delete, "/account", as: "bob")
        }
        try await expect {
            [DocumentEvent(kind: .deleted, document: $0, account: "alice")]
        } after: {
            client,
            _ in
            try await client.send(.delete, "/account", as: "alice")
        }
    }
}
