import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

@Suite("Limits of an account")
struct LimitTests {
    private func identities(_ count: Int) throws -> [Person.Identity] {
        try (0..<count).map { index in
            try Person.Identity(rootHash: withUnsafeBytes(of: index) { Data($0) } + Data(count: 24))
        }
    }

    @Test("A document too many is answered with 409, and with 201 when another one was deleted")
    func documents() async throws {
        try await TestServer(documentLimit: 2).run { client async throws in
            let first = try await client.createDocument()
            _ = try await client.createDocument()
            let body = #"{"title":"","text":""}"#
            let refused = try await client.send(.post, "/documents", as: "alice", body)
            #expect(refused.status == .conflict)
            #expect(
                refused.text
                    == #"{"error":{"message":"The account has 2 documents, and may not have more. Delete one first."}}"#
            )
            #expect(try await client.send(.post, "/documents", as: "bob", body).status == .created)
            #expect(try await client.send(.delete, "/documents/\(first)", as: "alice").status == .noContent)
            #expect(try await client.send(.post, "/documents", as: "alice", body).status == .created)
        }
    }

    @Test("An update takes more of the account's rate the more identities it has, and nothing of another's")
    func updates() async throws {
        let limit = RateLimit.ofAccounts(.init(perSecond: 0.001, burst: 20))
        try await TestServer(requestLimit: limit).run { client async throws in
            let document = try await client.createDocument(isShared: false)
            func update(_ count: Int, as account: AccountIdentifier = "alice") async throws -> TestResponse {
                let update = ParticipantsUpdate(
                    collaborationIdentifier: document,
                    addedIdentities: try identities(count)
                )
                return try await client.post(update, to: "/participants", as: account)
            }
            #expect(try await update(99).status == .forbidden)
            #expect(try await update(10_000).status == .forbidden)
            for count in [1, 1000] {
                let refused = try await update(count)
                #expect(refused.status == .tooManyRequests)
                let wait = try #require(refused.headers[.retryAfter].flatMap { Int($0) })
                #expect((83_000...84_000).contains(wait))
            }
            #expect(try await update(1000, as: "bob").status == .forbidden)
        }
    }

    @Test("A list takes one request more of the account's rate for each ten documents that are read for it")
    func lists() async throws {
        let limit = RateLimit.ofAccounts(.init(perSecond: 0.001, burst: 40))
        try await TestServer(requestLimit: limit).run { client async throws in
            for _ in 0..<20 { _ = try await client.createDocument(isShared: false) }
            #expect(try await client.send(.get, "/documents", as: "alice").status == .ok)
            var answered = 0
            for _ in 0..<40 where try await client.send(.get, "/documents?limit=1", as: "alice").status == .ok
            {
                answered += 1
            }
            #expect(answered == 40 - 20 - 1 - 2)
        }
    }

    @Test("Who sends too many requests is told to come again after the wait, rounded up to whole seconds")
    func wait() async throws {
        let clock = SteadyTestClock()
        let limit = RateLimit.ofAccounts(.init(perSecond: 0.5, burst: 1), now: { clock.now })
        try await TestServer(requestLimit: limit).run { client async throws in
            #expect(try await client.send(.get, "/documents", as: "alice").status == .ok)
            for (elapsed, seconds) in [(0, "2"), (500, "2"), (250, "2"), (1000, "1")] {
                clock.advance(by: .milliseconds(elapsed))
                let refused = try await client.send(.get, "/documents", as: "alice")
                #expect(refused.status == .tooManyRequests)
                #expect(refused.headers[.retryAfter] == seconds)
            }
            clock.advance(by: .milliseconds(250))
            #expect(try await client.send(.get, "/documents", as: "alice").status == .ok)
        }
    }

    @Test("An account may hold half of the memory for bodies, and with others the same part as each of them")
    func bodyMemory() throws {
        let memory = BodyMemory(byteCount: 100)
        func most(_ count: Int, of account: AccountIdentifier) throws -> HeldBytes {
            let held = HeldBytes(account, in: memory)
            for part in [count / 2, count - count / 2] { try held.add(part) }
            #expect(throws: HTTPError.self) { try held.add(1) }
            return held
        }
        var alice: HeldBytes? = try most(50, of: "alice")
        var others = [try most(25, of: "bob"), try most(12, of: "carol")]
        withExtendedLifetime(alice) { alice = nil }
        others.append(try most(19, of: "bob"))
        withExtendedLifetime(others) { others = [] }
        let dave = try most(50, of: "dave")
        try dave.add(30, onCredit: true)
        _ = try most(10, of: "erin")
        withExtendedLifetime(dave) {}
    }

    @Test("An answer for which an account has no memory left is 429, unless it says what was changed")
    func answers() async throws {
        let memory = BodyMemory(byteCount: 20_000)
        try await TestServer(bodies: memory).run { client async throws in
            let text = String(repeating: "a", count: 4_900)
            func create() async throws -> TestResponse {
                try await client.send(.post, "/documents", as: "alice", #"{"title":"","text":"\#(text)"}"#)
            }
            let path = "/documents/\(try await create().decoded(as: Reply.self).identifier)"
            for _ in 0..<5 {
                #expect(try await client.send(.get, path, as: "alice").status == .ok)
                #expect(try await client.send(.head, path, as: "alice").status == .ok)
            }
            // What is left is enough for the body of a request, and not for its longer answer.
            let held = HeldBytes("alice", in: memory)
            try held.add((20_000 - 2 * #"{"title":"","text":"\#(text)"}"#.utf8.count) / 2)
            let refused = try await client.send(.get, path, as: "alice")
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "1")
            #expect(try await create().status == .created)
            #expect(try await client.send(.get, "/documents", as: "alice").status == .ok)
            withExtendedLifetime(held) {}
        }
    }

    @Test("A body for which an account has no memory left is answered with 429, and none is kept afterwards")
    func bodies() async throws {
        try await TestServer(bodies: BodyMemory(byteCount: 1000)).run { client async throws in
            func create(_ count: Int) async throws -> TestResponse {
                let text = String(repeating: "a", count: count - 22)
                return try await client.send(
                    .post,
                    "/documents",
                    as: "alice",
                    #"{"title":"","text":"\#(text)"}"#
                )
            }
            for _ in 0..<3 {
                #expect(try await create(500).status == .created)
                #expect(try await client.send(.post, "/documents", as: "alice", "{").status == .badRequest)
                let refused = try await create(501)
                #expect(refused.status == .tooManyRequests)
                #expect(refused.headers[.retryAfter] == "1")
            }
        }
    }

    @Test("The body of a request for a document that the account has no access to is not read")
    func unreadBodies() async throws {
        try await TestServer(bodies: BodyMemory(byteCount: 0)).run { client async throws in
            let server = client
            for (method, path) in [(HTTPRequest.Method.put, "/documents/a"), (.post, "/documents/a/proof")] {
                #expect(try await server.send(method, path, as: "mallory", "{").status == .forbidden)
            }
            #expect(try await server.send(.post, "/documents", as: "mallory", "{").status == .tooManyRequests)
        }
    }

    @Test("A rate of zero is no limit")
    func noLimit() {
        let rate = LimitSettings.Rate(perSecond: 0, burst: 1)
        #expect(RateLimit.ofAccounts(rate) == nil)
        #expect(RateLimit.ofAddresses(rate, behindProxy: false) == nil)
    }

    @Test("Large updates at the same time are answered with 429 but for one")
    func concurrentUpdates() async throws {
        let limit = RateLimit.ofAccounts(.init(perSecond: 0.001, burst: 20))
        try await TestServer(requestLimit: limit).run { client async throws in
            let update = ParticipantsUpdate(
                collaborationIdentifier: "doc-42",
                addedIdentities: try identities(10_000)
            )
            let statuses = try await withThrowingTaskGroup { group in
                for _ in 0..<5 {
                    group.addTask { try await client.post(update, to: "/participants", as: "alice").status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == .forbidden } == 1)
            #expect(statuses.count { $0 == .tooManyRequests } == 4)
        }
    }

    @Test("Sharing again and again takes more of the account's rate than other requests")
    func sharing() async throws {
        let limit = RateLimit.ofAccounts(.init(perSecond: 0.001, burst: 50))
        try await TestServer(requestLimit: limit).run { client async throws in
            let document = try await client.createDocument()
            let path = "/documents/\(document)/share"
            #expect(try await client.send(.post, path, as: "alice").status == .ok)
            #expect(try await client.send(.delete, path, as: "alice").status == .noContent)
            #expect(try await client.send(.post, path, as: "alice").status == .ok)
            #expect(try await client.send(.delete, path, as: "alice").status == .tooManyRequests)
            #expect(try await client.send(.get, "/documents", as: "alice").status == .tooManyRequests)
            #expect(try await client.send(.get, "/documents", as: "bob").status == .ok)
        }
    }
}
