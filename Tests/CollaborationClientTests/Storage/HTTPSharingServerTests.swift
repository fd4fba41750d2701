import CollaborationCore
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Synchronization
import Testing

@testable import CollaborationClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers requests in place of the network, by the host of their URL.
private final class StubNetwork: URLProtocol {
    typealias Response = (status: Int, headers: [String: String], body: String)

    private static let hosts = Mutex<[String: @Sendable (URLRequest) -> Response?]>([:])

    /// Makes a host that answers with a closure; nil: the connection is lost.
    static func host(_ answer: @escaping @Sendable (URLRequest) -> Response?) -> URL {
        let name = "\(UUID().uuidString.lowercased()).example"
        hosts.withLock { $0[name] = answer }
        return URL(string: "https://\(name)/v1") ?? URL(filePath: "/")
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url, let answer = Self.hosts.withLock({ $0[url.host() ?? ""] })?(request),
            let response = HTTPURLResponse(
                url: url,
                statusCode: answer.status,
                httpVersion: "HTTP/1.1",
                headerFields: answer.headers
            )
        else {
            client?.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost))
            return
        }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(answer.body.utf8))
        // A longer one has no end.
        if answer.body.utf8.count <= 1 << 20 { client?.urlProtocolDidFinishLoading(self) }
    }

    override func stopLoading() {}
}

@Suite("A server over HTTP", .timeLimit(.minutes(1)))
struct HTTPSharingServerTests {
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var requests: [String] { lines.withLock(\.self) }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// A server whose host logs each request as its method, path and token.
    private func server(
        _ log: Log = Log(),
        routes: SharingRoutes = SharingRoutes(),
        token: @escaping @Sendable (AccountIdentifier) async throws -> String = { "token of \($0)" },
        answer: @escaping @Sendable (Int) -> (Int, [String: String], String)?
    ) -> HTTPSharingServer {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [StubNetwork.self]
        let url = StubNetwork.host { request in
            let text = request.url?.absoluteString ?? ""
            let path = text.split(separator: "/v1/", maxSplits: 1).last ?? ""
            let token = request.value(forHTTPHeaderField: "Authorization") ?? ""
            #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
            log.add("\(request.httpMethod ?? "") \(path) \(token)")
            return answer(log.requests.count).map { (status: $0.0, headers: $0.1, body: $0.2) }
        }
        var server = HTTPSharingServer(
            url: url,
            link: "https://recipes.example/d/{collaboration}",
            routes: routes,
            token: token
        )
        server.session = URLSession(configuration: configuration, delegate: Responses.shared, delegateQueue: nil)
        server.clock = SimulatedClock()
        return server
    }

    /// A server at an address of this machine, whose time passes on a clock of the test.
    private func server(
        at listener: Listener,
        clock: SimulatedClock = SimulatedClock(),
        token: @escaping @Sendable (AccountIdentifier) async throws -> String = { "\($0)" }
    ) throws -> HTTPSharingServer {
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)"))
        var server = HTTPSharingServer(url: url, link: "https://recipes.example/{collaboration}", token: token)
        server.clock = clock
        return server
    }

    @Test("Each request goes to the service's route, with the account's token and encoded identifiers")
    func routes() async throws {
        let log = Log()
        let server = server(log) { _ in (204, [:], "") }
        _ = try? await server.respond(to: .start(StartRequest()), as: "alice")
        _ = try? await server.respond(to: .access(to: "doc-42"), as: "bob")
        _ = try? await server.respond(to: .challenge(for: "doc-42"), as: "bob")
        let bob = SimulatedPerson("Bob")
        let answer = try bob.devices[0].answer(ChallengeMessage(bytes: Data([1])), for: bob.invitation(to: "doc-42"))
        _ = try await server.respond(to: .admit(answer, to: "doc-42"), as: "bob")
        _ = try await server.respond(to: .apply(ParticipantsUpdate(), to: "a/b"), as: "alice")
        _ = try await server.respond(to: .leave(".."), as: "bob")
        _ = try await server.respond(to: .end("doc-42"), as: "alice")
        _ = try? await server.respond(to: .identities(of: "bob&x=y", in: "doc-42"), as: "alice")
        _ = try? await server.respond(to: .list(after: "doc 42"), as: "alice")
        _ = try? await server.respond(to: .list(after: nil), as: "alice")
        #expect(
            log.requests == [
                "POST collaborations Bearer token of alice",
                "GET collaborations/doc-42 Bearer token of bob",
                "POST collaborations/doc-42/challenge Bearer token of bob",
                "POST collaborations/doc-42/proof Bearer token of bob",
                "POST collaborations/a%2Fb/participants Bearer token of alice",
                "DELETE collaborations/%2E%2E/access Bearer token of bob",
                "DELETE collaborations/doc-42 Bearer token of alice",
                "GET collaborations/doc-42/identities?account=bob%26x%3Dy Bearer token of alice",
                "GET collaborations?after=doc%2042 Bearer token of alice",
                "GET collaborations Bearer token of alice",
            ]
        )
    }

    @Test("A table of routes has others, also a start below its document, and one without a method is an error")
    func otherRoutes() async throws {
        var routes = SharingRoutes()
        routes.start = "POST documents/{collaboration}/share"
        routes.leave = "POST documents/{collaboration}/leave"
        routes.participants = "POST /documents/{collaboration}"
        routes.end = "documents/{collaboration}"
        let log = Log()
        let server = server(log, routes: routes) { _ in (204, [:], "") }
        let first = StartRequest(localIdentifier: "pies/1")
        let again = StartRequest(localIdentifier: "pies/1", collaborationIdentifier: "doc-42")
        for request in [first, again] { _ = try? await server.respond(to: .start(request), as: "bob") }
        _ = try await server.respond(to: .leave("doc-42"), as: "bob")
        _ = try await server.respond(to: .apply(ParticipantsUpdate(), to: "doc-42"), as: "bob")
        #expect(
            log.requests == [
                "POST documents/pies%2F1/share Bearer token of bob", "POST documents/doc-42/share Bearer token of bob",
                "POST documents/doc-42/leave Bearer token of bob", "POST documents/doc-42 Bearer token of bob",
            ]
        )
        await #expect(throws: SharingServerError.malformed) {
            try await server.respond(to: .end("doc-42"), as: "alice")
        }
    }

    @Test(
        "An update throws the error of each status but 204",
        arguments: [
            (400, SharingServerError.malformed), (403, .refused), (404, .unexpected(status: 404)), (429, .later(nil)),
            (500, .unexpected(status: 500)), (503, .later(nil)), (200, .unexpected(status: 200)),
        ]
    )
    func statuses(status: Int, error: SharingServerError) async throws {
        let server = server { _ in (status, [:], "") }
        await #expect(throws: error) {
            try await server.respond(to: .apply(ParticipantsUpdate(), to: "doc-42"), as: "alice")
        }
    }

    @Test("Retry-After has effect as a number of seconds alone, and for at most a day")
    func retryAfter() async throws {
        for text in ["nan", "-5", "0x10", "Tue, 01 Jan 2999 00:00:00 GMT"] {
            let server = server { _ in (503, ["Retry-After": text], "") }
            await #expect(throws: SharingServerError.later(nil)) {
                try await server.challenge(for: "doc-42", as: "alice")
            }
        }
        for (text, seconds) in [("30", 30.0), ("9999999", 86_400)] {
            let server = server { _ in (503, ["Retry-After": text], "") }
            let error = await #expect(throws: SharingServerError.self) {
                try await server.challenge(for: "doc-42", as: "alice")
            }
            guard case .later(let date?) = error else {
                Issue.record("There is no date.")
                continue
            }
            #expect(abs(date.timeIntervalSinceNow - seconds) < 5)
        }
    }

    @Test("After a 401 a token is asked for once more, for the same account")
    func newToken() async throws {
        let (log, tokens) = (Log(), Log())
        let server = server(
            log,
            token: { account in
                tokens.add("\(account)")
                return "\(tokens.requests.count)"
            },
            answer: { number in (number == 1 ? 401 : 204, [:], "") }
        )
        _ = try await server.respond(to: .leave("doc-42"), as: "alice")
        #expect(tokens.requests == ["alice", "alice"])
        #expect(log.requests.map { $0.suffix(8) } == ["Bearer 1", "Bearer 2"])
        let refusing = self.server { _ in (401, [:], "") }
        await #expect(throws: SharingServerError.notSignedIn) {
            try await refusing.respond(to: .leave("doc-42"), as: "alice")
        }
    }

    @Test(
        "A lost connection and a token without one are no network, and a token that fails otherwise is no sign-in"
    )
    func noNetwork() async throws {
        let lost = server { _ in nil }
        await #expect(throws: SharingServerError.noNetwork) {
            try await lost.respond(to: .leave("doc-42"), as: "alice")
        }
        let offline = server(token: { _ in throw URLError(.notConnectedToInternet) }, answer: { _ in nil })
        await #expect(throws: SharingServerError.noNetwork) {
            try await offline.respond(to: .leave("doc-42"), as: "alice")
        }
        let signedOut = server(token: { _ in throw CocoaError(.userCancelled) }, answer: { _ in nil })
        await #expect(throws: SharingServerError.notSignedIn) {
            try await signedOut.respond(to: .leave("doc-42"), as: "alice")
        }
    }

    @Test("Status 403 for a question about access means no access")
    func access() async throws {
        #expect(try await server { _ in (403, [:], "{}") }.access(to: "doc-42", as: "bob") == nil)
        let body = #"{"isOwner":false,"permittedOptions":["read"]}"#
        let access = try await server { _ in (200, [:], body) }.access(to: "doc-42", as: "bob")
        #expect(access == AccessAnswer(isOwner: false, permittedOptions: ["read"]))
    }

    @Test("A page of HTML with status 200 is no success of any request")
    func loginPage() async throws {
        let page = server { _ in (200, [:], "<html>") }
        let bob = SimulatedPerson("Bob")
        let challenge = ChallengeMessage(bytes: Data([1]))
        let answer = try bob.devices[0].answer(challenge, for: bob.invitation(to: "doc-42"))
        let requests: [SharingRequest] = [
            .start(StartRequest()), .apply(ParticipantsUpdate(), to: "doc-42"), .access(to: "doc-42"),
            .challenge(for: "doc-42"), .admit(answer, to: "doc-42"), .identities(of: "alice", in: "doc-42"),
            .leave("doc-42"), .end("doc-42"), .list(after: nil),
        ]
        for request in requests {
            await #expect(throws: SharingServerError.unexpected(status: 200)) {
                try await page.respond(to: request, as: "bob")
            }
        }
    }

    @Test("A response of more than 16 MiB ends the request")
    func endless() async throws {
        let server = server { _ in (204, [:], String(repeating: " ", count: 17 << 20)) }
        await #expect(throws: SharingServerError.noNetwork) {
            try await server.respond(to: .leave("doc-42"), as: "alice")
        }
    }

    @Test("A redirection to another host is not followed, so that the token reaches no other server")
    func redirection() async throws {
        let other = try Listener { _ in "HTTP/1.1 204 No Content" }
        let address = "http://localhost:\(other.port)/"
        let first = try Listener { _ in "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(address)" }
        defer { for listener in [first, other] { listener.stop() } }
        let server = try server(at: first)
        await #expect(throws: SharingServerError.unexpected(status: 307)) {
            try await server.respond(to: .leave("doc-42"), as: "alice")
        }
        #expect(first.connectionCount == 1 && other.connectionCount == 0)
    }

    @Test("A cookie of one account is not sent with the requests of another")
    func cookies() async throws {
        let log = Log()
        let listener = try Listener { request in
            log.add(request)
            return "HTTP/1.1 204 No Content\r\nSet-Cookie: session=alice; Path=/"
        }
        defer { listener.stop() }
        let server = try server(at: listener)
        for account in ["alice", "bob"] as [AccountIdentifier] {
            _ = try await server.respond(to: .leave("doc-42"), as: account)
        }
        #expect(log.requests.count == 2 && !log.requests.contains { $0.lowercased().contains("cookie:") })
    }

    @Test("A token or a response that does not come within five seconds is no network", arguments: [false, true])
    func limit(isTokenThere: Bool) async throws {
        let (clock, gate) = (SimulatedClock(), DispatchSemaphore(value: 0))
        let listener = try Listener { _ in
            gate.wait()
            return "HTTP/1.1 204 No Content"
        }
        defer {
            gate.signal()
            listener.stop()
        }
        let server = try server(at: listener, clock: clock) { _ in
            if !isTokenThere { for await _ in AsyncStream<Never>.makeStream().stream {} }
            return "token"
        }
        let response = Task { try await server.respond(to: .leave("doc-42"), as: "alice") }
        await eventually { clock.sleeperCount == 1 && listener.connectionCount == (isTokenThere ? 1 : 0) }
        clock.advance(by: .seconds(5))
        await #expect(throws: SharingServerError.noNetwork) { try await response.value }
    }

    @Test("An error of a server is shown to the user as a sentence")
    func errorsAsSentences() {
        let errors: [SharingServerError] = [
            .noNetwork, .notSignedIn, .refused, .later(nil), .malformed, .unexpected(status: 500),
        ]
        for error in errors {
            #expect(error.localizedDescription == "\(error)" && "\(error)".contains(" "))
        }
    }

    @Test("A server is identified by its URL, or by an identifier that stays when the URL changes")
    func identifier() throws {
        let identifiers = try [nil, "recipes"].map { (identifier: SharingServerIdentifier?) in
            try ["https://a.example", "https://a.example/", "https://b.example"].map { text in
                let url = try #require(URL(string: text))
                return HTTPSharingServer(url: url, link: "", identifier: identifier) { _ in "" }.identifier
            }
        }
        #expect(
            identifiers == [
                ["https://a.example/", "https://a.example/", "https://b.example/"],
                Array(repeating: "recipes", count: 3),
            ]
        )
    }
}
