import CollaborationCore
import CollaborationTesting
import Foundation
import Hummingbird
import Testing

@testable import CollaborationService

@Suite("Back end")
struct BackendTests {
    private let bob = SimulatedPerson("Bob")
    private let request = StartRequest(selectedOptions: ["read"]).json

    @Test("A back end starts a collaboration under an identifier of its own, which may have any character")
    func start() async throws {
        try await TestServer().run { client async throws in
            let reply = try await client.sendAsBackend(.put, "/collaborations/doc%2F%C3%A9?account=alice", request)
            #expect(reply.status == .created)
            let response = try StartResponse(json: reply.text.utf8)
            #expect(response.collaborationIdentifier == "doc/é")
            #expect(response.url.absoluteString == "http://localhost/collaborations/doc%2F%C3%A9")
            #expect(try await client.send(.get, "/collaborations/doc%2F%C3%A9", as: "alice").status == .ok)
            let again = try await client.sendAsBackend(.put, "/collaborations/doc%2F%C3%A9?account=alice", request)
            #expect(again.status == .ok)
            #expect(again.text == reply.text)
            let other = try await client.sendAsBackend(.put, "/collaborations/doc%2F%C3%A9?account=bob", request)
            #expect(other.status == .forbidden)
            #expect(try await client.sendAsBackend(.put, "/collaborations/x", request).status == .unauthorized)
        }
    }

    @Test("The answer about an account with access may be cached for some seconds, and one without may not")
    func access() async throws {
        try await TestServer().run { client async throws in
            let collaboration = try await client.start(selecting: "read", admitting: bob)
            func ask(_ account: String, in name: String) async throws -> (String, String?) {
                let reply = try await client.sendAsBackend(.get, "/collaborations/\(name)/accounts/\(account)")
                #expect(reply.status == .ok)
                return (reply.text, reply.headers[.cacheControl])
            }
            let some = (#"{"hasAccess":true,"isOwner":false,"permittedOptions":["read"]}"#, "private, max-age=5")
            #expect(try await ask("bob", in: collaboration.rawValue) == some)
            let none = (#"{"hasAccess":false,"isOwner":false,"permittedOptions":[]}"#, "no-store")
            #expect(try await ask("carol", in: collaboration.rawValue) == none)
            #expect(try await ask("bob", in: "unknown") == none)
        }
    }

    @Test("A back end lists the accounts that have access, and removes one for good, whom the owner cannot readmit")
    func accounts() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let collaboration = try await client.start()
            for name in ["Bob", "Carol", "Dave"] { try await client.admit(SimulatedPerson(name), to: collaboration) }
            let path = "/collaborations/\(collaboration)/accounts"
            #expect(try await client.sendAsBackend(.get, path + "?limit=2").text == #"["alice","bob"]"#)
            #expect(try await client.sendAsBackend(.get, path + "?after=carol").text == #"["dave"]"#)
            let long = String(repeating: "a", count: 1025)
            #expect(try await client.sendAsBackend(.get, path + "?after=" + long).status == .badRequest)
            #expect(try await client.sendAsBackend(.delete, path + "/bob").status == .noContent)
            #expect(try await client.status(of: "bob", in: collaboration) == .forbidden)
            let answer = try await client.answer(of: bob, in: collaboration)
            #expect(try await client.prove(answer, in: collaboration, as: "bob") == .forbidden)
            #expect(try server.acts.last?.events?.map(\.kind) == [.identityRemoved, .accountRemoved])
            let removal = "/collaborations/\(collaboration)/removals/bob"
            #expect(try await client.send(.delete, removal, as: "alice").status == .forbidden)
            #expect(try await client.sendAsBackend(.delete, removal).status == .noContent)
        }
    }

    /// Routes where an account acts, which the back end may name.
    private static let accountRoutes: [(HTTPRequest.Method, String)] = [
        (.post, "/collaborations"), (.get, "/collaborations"), (.get, "/collaborations/a"),
        (.post, "/collaborations/a/challenge"), (.post, "/collaborations/a/proof"),
        (.delete, "/collaborations/a/access"),
    ]

    @Test("The back end's token is refused on the port of the Internet, and an account's on that of the back end")
    func otherKind() async throws {
        try await TestServer().run { client async throws in
            let others: [(HTTPRequest.Method, String)] = [
                (.delete, "/collaborations/a"), (.get, "/collaborations/a/people"),
            ]
            for (method, path) in Self.accountRoutes + others {
                for path in [path, path + "?account=bob"] {
                    let token = TestServer.backendToken
                    #expect(try await client.send(method, path, token: token).status == .unauthorized, "\(path)")
                    let other = try client.accounts.issue(for: "bob")
                    let answer = try await client.send(method, path, token: other, on: client.operations)
                    #expect(answer.status == .unauthorized, "\(path)")
                }
                // No account acts for another one.
                #expect(try await client.send(method, path + "?account=alice", as: "bob").status == .unauthorized)
            }
            for (method, path) in [
                (.put, "/collaborations/a"), (.get, "/collaborations/a/accounts/bob"), (.get, "/changes"),
                (.get, "/collaborations/a/accounts"), (.delete, "/accounts/bob"), (.get, "/metrics"), (.get, "/ready"),
            ] as [(HTTPRequest.Method, String)] {
                #expect(try await client.send(method, path, as: "bob").status == .notFound, "\(path)")
            }
        }
    }

    @Test("The back end that names no account where one acts is refused")
    func nobody() async throws {
        try await TestServer().run { client async throws in
            for (method, path) in Self.accountRoutes + [(.get, "/collaborations/a/identities?account=bob")] {
                #expect(try await client.sendAsBackend(method, path).status == .unauthorized, "\(path)")
            }
        }
    }

    @Test("A token of the back end has one spelling, and no other text is one")
    func spelling() throws {
        let tokens = BackendTokens([[UInt8](1...32), [UInt8](2...33)])
        let text = Data(1...32).base64EncodedString()
        #expect(tokens.contains(text) && tokens.contains(Data(2...33).base64EncodedString()))
        for other in ["", text + "=", String(text.dropLast()), text + "\n", Data(3...34).base64EncodedString()] {
            #expect(!tokens.contains(other))
        }
    }
}
