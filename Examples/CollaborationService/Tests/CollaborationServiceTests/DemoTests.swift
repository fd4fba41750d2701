import CollaborationCore
import CollaborationTesting
import Foundation
import Hummingbird
import Testing

@testable import CollaborationService

@Suite("Development mode", .timeLimit(.minutes(30)))
struct DevelopmentTests {
    private let bob = SimulatedPerson("Bob")

    @Test("Everybody gets a token for the account that they ask for, but not through nginx with proxy_pass alone")
    func tokens() async throws {
        try await TestServer(demo: Demo()).run { client async throws in
            let body = Data(#"{"account":"bob"}"#.utf8)
            let reply = try await client.send(.post, "/development/tokens", token: nil, body)
            let token = try #require(try reply.decoded(as: [String: String].self)["token"])
            #expect(try await client.send(.get, "/collaborations", token: token).status == .ok)
            let empty = Data(#"{"account":""}"#.utf8)
            #expect(try await client.send(.post, "/development/tokens", token: nil, empty).status == .badRequest)
            let answer = try await client.client.execute(
                uri: "/development/tokens",
                method: .post,
                headers: [.connection: "close"],
                body: ByteBuffer(data: body)
            )
            #expect(answer.status == .misdirectedRequest)
        }
    }

    @Test(
        "A text is read by those who have access, and changed by the owner and those who may write",
        arguments: ["read", "write"] as [OptionIdentifier]
    ) func texts(option: OptionIdentifier) async throws {
        try await TestServer(demo: Demo()).run { client async throws in
            let collaboration = try await client.start(selecting: option)
            let path = "/development/texts/\(collaboration)"
            func put(_ text: String, as account: AccountIdentifier) async throws -> HTTPResponse.Status {
                try await client.send(.put, path, as: account, Data(#"{"text":"\#(text)"}"#.utf8)).status
            }
            #expect(try await put("a", as: "alice") == .noContent)
            #expect(try await client.send(.get, path, as: "bob").status == .forbidden)
            #expect(try await put("b", as: "bob") == .forbidden)
            try await client.admit(bob, to: collaboration)
            #expect(try await client.send(.get, path, as: "bob").text == #"{"text":"a"}"#)
            #expect(try await put("b", as: "bob") == (option == "write" ? .noContent : .forbidden))
            let text = try await client.send(.get, path, as: "alice").text
            #expect(text == (option == "write" ? #"{"text":"b"}"# : #"{"text":"a"}"#))
            #expect(try await client.send(.put, path, as: "alice", Data("{}".utf8)).status == .badRequest)
        }
    }

    @Test("The pages are told what happens, in order")
    func events() async throws {
        let demo = Demo()
        let reader = try EventReader(demo.events.response(after: nil))
        try await TestServer(demo: demo).run { client async throws in
            let collaboration = try await client.start(admitting: bob)
            #expect(try await client.update(collaboration, removing: [bob]) == .noContent)
            #expect(try await client.status(of: "bob", in: collaboration) == .forbidden)
            let events = try await reader.events(6)
            let kinds = events.compactMap { $0.data.firstMatch(of: #/"kind":"([a-z]+)"/#).map { String($0.1) } }
            #expect(kinds == ["started", "updated", "granted", "removed", "updated", "refused"])
            let refusal = #""reason":"noAccess","request":"GET /collaborations/\#(collaboration)""#
            #expect(events[5].data.contains(refusal) && events.allSatisfy { $0.kind == "message" })
        }
        reader.end()
    }

    @Test("A server in production has no page, no texts, and gives nobody a token or events")
    func isAbsentInProduction() async throws {
        try await TestServer().run { client async throws in
            for (method, path) in [
                (.get, "/"), (.get, "/page.js"), (.post, "/development/tokens"), (.get, "/development/events"),
                (.get, "/development/texts/a"), (.get, "/development/options"),
            ] as [(HTTPRequest.Method, String)] {
                #expect(try await client.send(method, path, as: "alice").status == .notFound, "\(path)")
            }
        }
    }
}
