import CollaborationCore
import CollaborationTesting
import Hummingbird
import HummingbirdTesting
import Logging
import NIOEmbedded
import Testing

@testable import CollaborationService

@Suite("Answers of the collaboration service")
struct AnswerTests {
    let alice = SimulatedPerson("Alice"), bob = SimulatedPerson("Bob")

    @Test("The answer to a participant's change names the owner, and says that the document is shared")
    func change() async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            try await client.admit(bob, to: document)
            let change = #"{"title":"Cakes","text":"Cooking","revision":1}"#
            let reply = try await client.send(.put, "/documents/\(document)", as: "bob", change)
            let expected = Reply(
                identifier: document,
                owner: "alice",
                title: "Cakes",
                text: "Cooking",
                revision: 2,
                isShared: true
            )
            #expect(try reply.decoded(as: Reply.self) == expected)
        }
    }

    @Test("The identifier of a document has 128 random bits in base32")
    func identifier() {
        let names = (0..<200).map { _ in CollaborationIdentifier.random().rawValue }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.wholeMatch(of: #/[a-z2-7]{26}/#) != nil })
        #expect(Set(names.joined()).count == 32)
        for place in 0..<26 { #expect(Set(names.map { Array($0)[place] }).count > 4) }
    }

    @Test("A change with a title or a text that is too long is answered with 400 and changes nothing")
    func longChange() async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            let (title, text) = (String(repeating: "a", count: 4097), String(repeating: "a", count: 65_537))
            for (field, title, text) in [("title", title, ""), ("text", "", text)] {
                let change = #"{"title":"\#(title)","text":"\#(text)","revision":1}"#
                let reply = try await client.send(.put, "/documents/\(document)", as: "alice", change)
                #expect(reply.status == .badRequest)
                #expect(reply.text.contains("\(field): more than"))
            }
            let reply = try await client.send(.get, "/documents/\(document)", as: "alice")
            #expect(try reply.decoded(as: Reply.self).revision == 1)
        }
    }

    @Test("Sharing a document that is shared keeps its participants")
    func sharingTwice() async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            try await client.admit(bob, to: document)
            #expect(try await client.send(.post, "/documents/\(document)/share", as: "alice").status == .ok)
            #expect(try await client.read(document, as: "bob") == .ok)
        }
    }

    @Test("An owner who proves an identity of the own document does not find it among those of others")
    func ownDocument() async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            try await client.admit(alice, to: document)
            #expect(try await client.send(.get, "/shared", as: "alice").text == "[]")
        }
    }

    @Test("The documents that others share are listed in the order of their identifiers")
    func orderOfShared() async throws {
        try await TestServer().run { client async throws in
            var documents: [CollaborationIdentifier] = []
            for _ in 0..<8 {
                documents.append(try await client.createDocument())
                try await client.admit(bob, to: documents[documents.count - 1])
            }
            let reply = try await client.send(.get, "/shared", as: "bob")
            #expect(try reply.decoded(as: [CollaborationIdentifier].self) == documents.sorted())
        }
    }

    @Test("Participants are listed in the order of their root hashes")
    func orderOfParticipants() async throws {
        try await TestServer().run { client async throws in
            let document = try await client.createDocument()
            let people = (0..<8).map { SimulatedPerson("Person \($0)") }
            #expect(try await client.update(document, adding: people) == .noContent)
            let reply = try await client.send(.get, "/documents/\(document)/participants", as: "alice")
            let entries = try reply.decoded(as: [Person.Identity].self)
            let expected = try people.map { try $0.identity(in: document).identity }
            #expect(Set(entries) == Set(expected))
            for (entry, next) in zip(entries, entries.dropFirst()) {
                #expect(entry.rootHash.lexicographicallyPrecedes(next.rootHash))
            }
        }
    }

    private static func with(
        _ service: DocumentService,
        _ change: (inout DocumentService) -> Void
    ) -> DocumentService {
        var changed = service
        change(&changed)
        return changed
    }

    @Test("A link begins with the public URL, whatever name the request has for the server")
    func publicURL() async throws {
        let server = try await TestServer()
        let service = Self.with(server.service) { $0.publicURL = "https://documents.example.com" }
        try await Application(router: service.router()).test(.router) { connection in
            let client = TestClient(client: connection, accounts: service.accounts)
            let document = try await client.createDocument(isShared: false)
            let reply = try await client.send(.post, "/documents/\(document)/share", as: "alice")
            #expect(
                reply.text.contains(#""url":"https://documents.example.com/documents/\#(document)""#)
            )
        }
    }

    @Test("In development mode a client gets a token for an account that has a name")
    func tokens() async throws {
        let responder = try await TestServer(events: EventStream()).service.router().buildResponder()
        for (account, status) in [("alice", HTTPResponse.Status.ok), ("", .badRequest)] {
            let head = HTTPRequest(method: .post, scheme: nil, authority: "a", path: "/development/tokens")
            let body = RequestBody(buffer: ByteBuffer(string: #"{"account":"\#(account)"}"#))
            let source = ApplicationRequestContextSource(
                channel: EmbeddedChannel(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let found: HTTPResponse.Status
            do {
                let request = Request(head: head, body: body)
                found = try await responder.respond(to: request, context: AppContext(source: source)).status
            } catch let error as any HTTPResponseError {
                found = error.status
            }
            #expect(found == status)
        }
    }

    @Test("A database operation that was canceled is answered with 503")
    func cancellation() async throws {
        let router = Router(context: AppContext.self)
        router.add(middleware: ErrorAnswers())
        router.get("canceled") { _, _ -> HTTPResponse.Status in throw CancellationError() }
        try await Application(router: router).test(.router) { client in
            let reply = try await client.execute(uri: "/canceled", method: .get)
            #expect(reply.status == .serviceUnavailable)
            #expect(reply.headers[.retryAfter] == "1")
        }
    }

    @Test("The digits of a document's identifier are random in each of its 26 places")
    func identifiers() {
        let names = (0..<200).map { _ in Array(CollaborationIdentifier.random().rawValue) }
        for place in 0..<26 { #expect(Set(names.map { $0[place] }).count > 1) }
    }
}
