import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Metrics
import NIOEmbedded
import Testing

@testable import CollaborationService

@Suite("Running server", .timeLimit(.minutes(30)))
struct ServerTests {
    private let folder = TemporaryFolder()

    @Test("A running server is healthy and ready, and counts its requests by route and status")
    func health() async throws {
        let server = try await folder.server()
        try await withMetricsFactory(server.metrics) {
            let applications = try server.applications()
            try await applications.0.test(.router) { client async throws in
                _ = try await client.execute(uri: "/collaborations", method: .get)
                let token = try #require(try server.settings.accounts.issue(for: "bob"))
                let headers: HTTPFields = [.authorization: "Bearer \(token)"]
                _ = try await client.execute(uri: "/collaborations/a", method: .get, headers: headers)
            }
            try await applications.operations.test(.router) { client async throws in
                #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
                let ready = try await client.execute(uri: "/ready", method: .get)
                #expect(ready.status == .ok && String(buffer: ready.body) == "ready")
                _ = try await client.execute(uri: "/nowhere", method: .get)
                _ = try await client.execute(uri: "/health", method: .init("MADE-UP") ?? .get)
                let text = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
                for line in [
                    #"http_requests_total{route="/health",method="GET",status="200"} 1.0"#,
                    #"http_requests_total{route="NotFound",method="GET",status="404"} 1.0"#,
                    #"http_requests_total{route="NotFound",method="other",status="404"} 1.0"#,
                    #"http_requests_total{route="/collaborations",method="GET",status="401"} 1.0"#,
                    #"http_requests_total{route="/collaborations/{collaboration}",method="GET",status="403"} 1.0"#,
                    #"refusals_total{reason="noAccess"} 1.0"#,
                    "# HELP refusals_total Refused requests by their reason.",
                    "# TYPE process_cpu_seconds_total counter",
                ] { #expect(text.contains(line + "\n"), "\(line)") }
            }
        }
    }

    @Test(
        "HEAD is answered as GET is, and never with a body",
        arguments: ["health", "collaborations", "openapi.json", "no"]
    ) func head(path: String) async throws {
        try await folder.server().applications().operations.test(.live) { client async throws in
            let answer = try await client.execute(uri: "/\(path)", method: .get)
            let head = try await client.execute(uri: "/\(path)", method: .head)
            #expect(head.status == answer.status && head.headers[.contentType] == answer.headers[.contentType])
            #expect(head.body.readableBytes == 0)
            #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
        }
    }

    @Test(
        "The routes for health and metrics are found only by their exact paths",
        arguments: ["health", "ready", "metrics"]
    ) func operatorRoutes(name: String) async throws {
        let first = try #require(name.utf8.first)
        try await folder.server().applications().operations.test(.router) { client async throws in
            for method in [HTTPRequest.Method.get, .head] {
                #expect(try await client.execute(uri: "/\(name)", method: method).status == .ok)
                for path in [
                    "//\(name)", "///\(name)", "/\(name)/", "/\(name)//", "/\(name);a", "/\(name)%20", "/\(name)%2F",
                    "/%2F\(name)", "/\(name)%3F", "/%\(String(first, radix: 16))\(name.dropFirst())",
                    "/\(name.uppercased())", "/./\(name)", "/.//\(name)", "/a/../\(name)",
                    "/collaborations/../\(name)", "/\(name)/.", "\\\(name)", name,
                ] {
                    #expect(try await client.execute(uri: path, method: method).status == .notFound, "\(path)")
                }
            }
        }
    }

    @Test("In development mode every route refuses another name for this machine, and a proxy; and two or no names")
    func hosts() async throws {
        let responder = try await folder.server().application().responder
        let source = ApplicationRequestContextSource(
            channel: EmbeddedChannel(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let second = HTTPField(name: try #require(HTTPField.Name("Host")), value: "localhost")
        let forwarded = HTTPField(name: try #require(HTTPField.Name("X-Forwarded-For")), value: "192.0.2.1")
        for path in ["/", "/page.js", "/development/events", "/development/tokens", "/collaborations", "/metrics"] {
            for (host, fields, status) in [
                ("[::1].evil.com", [], 421), ("127.0.0.1:80@evil.com", [], 421), (nil, [], 400), ("", [], 400),
                ("localhost", [second], 400), ("localhost", [forwarded], 421),
            ] as [(String?, [HTTPField], Int)] {
                var head = HTTPRequest(method: .get, scheme: nil, authority: host, path: path)
                for field in fields { head.headerFields.append(field) }
                let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
                let answer = try await responder.respond(to: request, context: AppContext(source: source))
                #expect(answer.status.code == status, "\(path) \(host ?? "")")
            }
        }
    }

    @Test("A request that asks for another protocol is answered, and ends its connection, after which NIO reads none")
    func upgrade() async throws {
        try await folder.server().application().test(.live) { client async throws in
            let headers: HTTPFields = try [.connection: "Upgrade", #require(HTTPField.Name("Upgrade")): "h2c"]
            let answer = try await client.execute(uri: "/openapi.json", method: .get, headers: headers)
            #expect(answer.status == .ok && answer.headers[.connection] == "close")
        }
    }

    @Test(
        "A head of at most 100 fields of 16 KiB and 32 KiB in all is read, and a larger one is malformed",
        arguments: [
            (2, 15_000, 200), (3, 15_000, 400), (1, 16_000, 200), (1, 17_000, 400), (90, 20, 200), (101, 20, 400),
        ]
    ) func headLimit(count: Int, byteCount: Int, status: Int) async throws {
        let headers = try HTTPFields(
            (0..<count).map { number in
                let name = try #require(HTTPField.Name("X-\(number)"))
                return HTTPField(name: name, value: String(repeating: "a", count: byteCount))
            }
        )
        let application = try await folder.server().application()
        var answer: TestResponse?
        // Who does not read it within 200 ms may miss the answer to a head that is too large.
        while answer == nil {
            answer = try await application.test(.live) { client in
                try? await client.execute(uri: "/openapi.json", method: .get, headers: headers)
            }
        }
        #expect(answer?.status.code == status)
        #expect(answer?.headers[.connection] == (status == 400 ? "close" : nil))
        #expect(answer?.text.hasPrefix(#"{"error":"malformed","message":"#) == (status == 400))
    }

    @Test("A database that cannot be read, or cannot be written to, makes the server not ready, which says why")
    func notReady() async throws {
        let server = try await folder.server()
        let other = try DatabaseQueue(path: "\(folder.path)/test.sqlite")
        try await other.write { try $0.execute(sql: "DROP TABLE collaboration_store") }
        var unreadable = server
        // A check writes by itself.
        unreadable.store = Database(StubStore(willCall: { throw Failure() }))
        for server in [server, unreadable] {
            try await server.applications().operations.test(.router) { client async throws in
                let ready = try await client.execute(uri: "/ready", method: .get)
                #expect(ready.status == .serviceUnavailable && ready.text == "database-not-writable")
                #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
            }
        }
        await server.store.base.close()
    }
}
