import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import CollaborationService

@Suite("Life of a collaboration")
struct StoryTests {
    private let bob = SimulatedPerson("Bob")

    @Test("A device that was invited is admitted once, and its account may do what was selected")
    func admission() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let collaboration = try await client.start(selecting: "read")
            #expect(try await client.status(of: "bob", in: collaboration) == .forbidden)
            #expect(try await client.update(collaboration, adding: [bob]) == .noContent)
            let answer = try await client.answer(of: bob, in: collaboration)
            #expect(try await client.prove(answer, in: collaboration, as: "bob") == .noContent)
            #expect(try await client.prove(answer, in: collaboration, as: "bob") == .forbidden)
            let access = try await client.send(.get, "/collaborations/\(collaboration)", as: "bob")
            #expect(access.text == #"{"isOwner":false,"permittedOptions":["read"]}"#)
            let own = try await client.send(.get, "/collaborations/\(collaboration)", as: "alice")
            #expect(own.text == #"{"isOwner":true,"permittedOptions":["read","write"]}"#)
        }
        #expect(server.reasons == ["noAccess", "challengeAlreadyUsed"])
    }

    @Test("A start that is repeated with its key or the collaboration's name gives the same link")
    func repetition() async throws {
        try await TestServer().run { client async throws in
            func start(_ name: CollaborationIdentifier?, _ key: UUID?, as account: AccountIdentifier) async throws
                -> String
            {
                let request = StartRequest(
                    collaborationIdentifier: name,
                    idempotencyKey: key,
                    selectedOptions: ["read"]
                )
                return try await client.send(.post, "/collaborations", as: account, request.json).text
            }
            let key = UUID()
            let first = try await start(nil, key, as: "alice")
            #expect(try await start(nil, key, as: "alice") == first)
            #expect(try await start(nil, key, as: "bob") != first)
            #expect(try await start(nil, UUID(), as: "alice") != first)
            let name = try StartResponse(json: first.utf8).collaborationIdentifier
            #expect(try await start(name, nil, as: "alice") == first)
            let again = StartRequest(collaborationIdentifier: name, selectedOptions: ["read"]).json
            #expect(try await client.send(.post, "/collaborations", as: "alice", again).status == .ok)
            // The name is used up, so a start under it, or under the name that the key gives, is a new one.
            #expect(try await client.sendAsBackend(.delete, "/collaborations/\(name)").status == .noContent)
            for (name, key) in [(name, nil), (nil, key)] as [(CollaborationIdentifier?, UUID?)] {
                let answer = try await start(name, key, as: "alice")
                let other = try StartResponse(json: answer.utf8).collaborationIdentifier
                #expect(try await client.status(of: "alice", in: other) == .ok)
            }
        }
    }

    @Test("A start by the name of a collaboration that ends at the same time starts another one", arguments: [3, 4])
    func startWhileEnding(call: Int) async throws {
        // Two calls ask whose it is, the third one reads, and the fourth one changes.
        let other = OtherServer { _ = try await $0.end(by: .account("alice")) }
        let server = try await TestServer(store: other.store)
        try await server.run { client async throws in
            let collaboration = try await client.start()
            other.act(in: collaboration, beforeCall: call)
            let request = StartRequest(collaborationIdentifier: collaboration, selectedOptions: ["read"])
            let answer = try await client.send(.post, "/collaborations", as: "alice", request.json)
            #expect(answer.status == .created)
            #expect(try await client.status(of: "alice", in: collaboration) == .forbidden)
        }
        #expect(try server.acts.allSatisfy { $0.outcomeUnknown == nil })
    }

    @Test("Who has access learns the identities of a participant, and others do not")
    func identities() async throws {
        try await TestServer().run { client async throws in
            let collaboration = try await client.start(admitting: bob)
            let path = "/collaborations/\(collaboration)/identities?account="
            let answer = try await client.send(.get, path + "bob", as: "alice")
            let identity = bob.invitation(to: collaboration).identity
            #expect(try IdentitiesAnswer(json: answer.text.utf8).identities == [identity])
            #expect(try await client.send(.get, path + "nobody", as: "bob").text == #"{"identities":[]}"#)
            #expect(try await client.send(.get, path + "bob", as: "mallory").status == .forbidden)
            #expect(try await client.send(.get, path, as: "alice").status == .badRequest)
        }
    }

    @Test("An account lists the collaborations that it has access to, a page at a time")
    func list() async throws {
        try await TestServer().run { client async throws in
            var started: [String] = []
            for _ in 0..<5 { started.append(try await client.start().rawValue) }
            let other = try await client.start(as: "carol")
            #expect(try await client.update(other, adding: [SimulatedPerson("Alice")], as: "carol") == .noContent)
            let answer = try await client.answer(of: SimulatedPerson("Alice"), in: other)
            #expect(try await client.prove(answer, in: other, as: "alice") == .noContent)
            started.append(other.rawValue)
            let first = try await client.send(.get, "/collaborations?limit=4", as: "alice")
            #expect(try first.decoded(as: [String].self) == Array(started.sorted().prefix(4)))
            let next = try #require(HTTPField.Name("Link").flatMap { first.headers[$0] })
            let query = "?after=\(started.sorted()[3])&limit=4"
            #expect(next == "<\(query)>; rel=\"next\"")
            let last = try await client.send(.get, "/collaborations\(query)", as: "alice")
            #expect(try last.decoded(as: [String].self) == Array(started.sorted().dropFirst(4)))
            #expect(HTTPField.Name("Link").flatMap { last.headers[$0] } == nil)
        }
    }

    @Test("An account that has started as many collaborations as it may starts no other one, and repeats a start")
    func tooMany() async throws {
        let base = InMemoryCollaborationStore()
        let requests = (0..<2).map { _ in StartRequest(idempotencyKey: UUID(), selectedOptions: ["read"]) }
        for (count, index, status) in [(999, 0, .created), (1000, 0, .created), (1000, 1, .conflict)]
            as [(Int, Int, HTTPResponse.Status)]
        {
            try await TestServer(store: StubStore(base: base, startedCount: count)).run { client async throws in
                let reply = try await client.send(.post, "/collaborations", as: "alice", requests[index].json)
                #expect(reply.status == status)
            }
        }
    }

    @Test("While the clock is wrong challenges are neither issued nor accepted, and the rest goes on")
    func wrongClock() async throws {
        var server = try await TestServer()
        let database = DatabaseCheck(logger: .init(label: "test")) { Date.distantPast...Date.distantPast }
        await database.ask()
        server.routes.database = database
        try await server.run { client async throws in
            let collaboration = try await client.start()
            for path in ["challenge", "proof"] {
                let reply = try await client.send(.post, "/collaborations/\(collaboration)/\(path)", as: "bob")
                #expect(reply.status == .serviceUnavailable)
                #expect(reply.headers[.retryAfter] == "60")
            }
            #expect(try await client.status(of: "alice", in: collaboration) == .ok)
        }
    }
}
