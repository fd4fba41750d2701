import CollaborationCore
import CollaborationTesting
import Testing

@testable import CollaborationService

@Suite("Event stream")
struct EventStreamTests {
    let bob = SimulatedPerson("Bob")

    @Test("Subscribers are told what happens to documents, in order")
    func story() async throws {
        let events = EventStream()
        let server = try await TestServer(events: events)
        let stream = events.subscribe()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            try await client.send(.get, "/documents/\(document)", as: "mallory")
            try await client.admit(bob, to: document)
            let change = #"{"title":"","text":"","revision":1}"#
            try await client.send(.put, "/documents/\(document)", as: "bob", change)
            try await client.send(.delete, "/documents/\(document)/participation", as: "bob")
            let answer = try await client.answer(of: bob, in: document)
            #expect(try await client.prove(answer, in: document, as: "bob") == .noContent)
            try await client.update(document, removing: [bob])
            try await client.send(.delete, "/documents/\(document)", as: "alice")
            let expected: [DocumentEvent] = [
                DocumentEvent(
                    kind: .refused,
                    document: document,
                    account: "mallory",
                    request: "GET /documents/\(document)",
                    reason: "noAccess"
                ),
                event(.updated, document, "alice"),
                event(.granted, document, "bob"), event(.changed, document, "bob"),
                event(.left, document, "bob"),
                event(.granted, document, "bob"), event(.updated, document, "alice"),
                event(.removed, document, "bob"), event(.deleted, document, "alice"),
            ]
            var iterator = stream.makeAsyncIterator()
            for event in expected { #expect(await iterator.next() == event) }
        }
    }

    @Test("A subscriber that does not read is dropped when its buffer is full, and others are not")
    func slowSubscriber() async {
        let events = EventStream()
        let (slow, fast) = (events.subscribe(), events.subscribe())
        var iterator = fast.makeAsyncIterator()
        for number in 0...EventStream.bufferCount {
            events.send(event(.changed, "\(number)", "a"))
            #expect(await iterator.next()?.document == "\(number)")
        }
        var count = 0
        for await _ in slow { count += 1 }
        #expect(count == EventStream.bufferCount)
        events.send(event(.changed, "last", "a"))
        #expect(await iterator.next()?.document == "last")
    }

    @Test("An event is encoded as one line, whatever names it has")
    func encoding() throws {
        let event = DocumentEvent(
            kind: .refused,
            document: "a\n\u{2028}b",
            account: "c\r",
            request: "GET /documents",
            reason: "noAccess"
        )
        let text = try event.line
        let refused = #""kind":"refused","reason":"noAccess","request":"GET /documents"}"#
        #expect(text == #"{"account":"c\r","document":"a\n\#u{2028}b","# + refused)
        #expect(!text.utf8.contains(where: { $0 == 10 || $0 == 13 }))
    }

    private func event(
        _ kind: DocumentEvent.Kind,
        _ document: CollaborationIdentifier,
        _ account: AccountIdentifier
    ) -> DocumentEvent {
        DocumentEvent(kind: kind, document: document, account: account)
    }
}
