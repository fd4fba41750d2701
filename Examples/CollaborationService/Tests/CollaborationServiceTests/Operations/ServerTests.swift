import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Metrics
import NIOCore
import NIOEmbedded
import NIOPosix
import ServiceLifecycle
import Testing

@testable import CollaborationService

@Suite("Running server", .timeLimit(.minutes(30)))
struct ServerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func server(
        _ arguments: [String] = [],
        _ environment: [String: String] = [:],
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) async throws -> Server {
        let settings = try await folder.settings(["--http-port", "0"] + arguments, environment)
        return Server(
            settings: settings,
            stores: try await Stores.open(settings.database),
            accounts: AccountTokens(settings.accounts),
            logger: logger
        )
    }

    @Test("A running server is healthy and ready, and counts its requests by route and status")
    func health() async throws {
        let server = try await server()
        try await withMetricsFactory(server.metrics) {
            try await server.application().test(.router) { client async throws in
                #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
                let ready = try await client.execute(uri: "/ready", method: .get)
                #expect(ready.status == .ok && String(buffer: ready.body) == "ready")
                _ = try await client.execute(uri: "/nowhere", method: .get)
                _ = try await client.execute(uri: "/documents", method: .get)
                _ = try await client.execute(uri: "/health", method: .init("MADE-UP") ?? .get)
                let text = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
                for line in [
                    #"http_requests_total{route="/health",method="GET",status="200"} 1"#,
                    #"http_requests_total{route="NotFound",method="GET",status="404"} 1"#,
                    #"http_requests_total{route="NotFound",method="other",status="404"} 1"#,
                    #"http_requests_total{route="/documents",method="GET",status="401"} 1"#,
                    "database_statements_waiting 0.0",
                ] {
                    #expect(text.contains(line + "\n"), "\(line)")
                }
            }
        }
    }

    @Test("A server that may have all connections that it wants logs nothing about the limit of open files")
    func enoughFiles() async throws {
        let log = InMemoryLogHandler()
        let server = try await server(
            ["--http-maximum-connections", "10"],
            logger: Logger(label: "test") { _ in log }
        )
        _ = try server.application()
        #expect(log.entries.isEmpty)
        await server.stores.close()
    }

    @Test(
        "Requests of an account beyond its rate are answered with 429 and the time to wait, those of others are not"
    )
    func accountLimit() async throws {
        let server = try await server(["--limits-account-rate", "0.001", "--limits-account-burst", "2"])
        let tokens = try [
            server.accounts.issue(for: "bob", lifetime: .seconds(86_400)),
            server.accounts.issue(for: "carol", lifetime: .seconds(86_400)),
        ]
        try await server.application().test(.router) { client async throws in
            func documents(_ token: String) async throws -> TestResponse {
                try await client.execute(
                    uri: "/documents",
                    method: .get,
                    headers: [.authorization: "Bearer \(token)"]
                )
            }
            for _ in 0..<2 { #expect(try await documents(tokens[0]).status == .ok) }
            let limited = try await documents(tokens[0])
            #expect(limited.status == .tooManyRequests)
            #expect(try (1...1000).contains(#require(limited.headers[.retryAfter].flatMap { Int($0) })))
            #expect(try await documents(tokens[1]).status == .ok)
        }
    }

    @Test(
        "HEAD is answered as GET is, and never with a body",
        arguments: ["health", "documents", "shared", "no"]
    )
    func head(path: String) async throws {
        try await server().application().test(.live) { client async throws in
            let answer = try await client.execute(uri: "/\(path)", method: .get)
            let head = try await client.execute(uri: "/\(path)", method: .head)
            #expect(head.status == answer.status)
            #expect(head.body.readableBytes == 0)
            #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
        }
    }

    @Test(
        "Requests of an address beyond its rate are answered with 429, but /health and /ready have no limit"
    )
    func addressLimit() async throws {
        let server = try await server(["--limits-address-rate", "0.001", "--limits-address-burst", "1"])
        try await server.application().test(.live) { client async throws in
            #expect(try await client.execute(uri: "/documents", method: .get).status == .unauthorized)
            for path in ["/documents", "/metrics"] {
                #expect(try await client.execute(uri: path, method: .get).status == .tooManyRequests)
            }
            for path in ["/health", "/ready"] {
                #expect(try await client.execute(uri: path, method: .get).status == .ok)
            }
        }
    }

    @Test(
        "The routes for health and metrics are found only by their exact paths",
        arguments: ["health", "ready", "metrics"]
    )
    func operatorRoutes(name: String) async throws {
        let first = try #require(name.utf8.first)
        try await server().application().test(.router) { client async throws in
            for method in [HTTPRequest.Method.get, .head] {
                #expect(try await client.execute(uri: "/\(name)", method: method).status == .ok)
                for path in [
                    "//\(name)", "///\(name)", "/\(name)/", "/\(name)//", "/\(name)?", "/\(name)?a",
                    "/\(name)#",
                    "/\(name);a", "/\(name)%20", "/\(name)%2F", "/%2F\(name)", "/\(name)%3F",
                    "/%\(String(first, radix: 16))\(name.dropFirst())", "/\(name.uppercased())", "/./\(name)",
                    "/.//\(name)", "/a/../\(name)", "/documents/../\(name)", "/\(name)/.", "\\\(name)", name,
                ] {
                    #expect(
                        try await client.execute(uri: path, method: method).status == .notFound,
                        "\(path)"
                    )
                }
            }
        }
    }

    @Test(
        "A path with an empty part is answered with 404",
        arguments: [
            "//", "//documents", "/documents/", "/documents//", "/documents//share", "/documents/a/",
            "//shared",
            "//openapi.json", "//development/events", "//index.html",
        ]
    )
    func emptyPart(path: String) async throws {
        let server = try await server()
        let token = try server.accounts.issue(for: "bob", lifetime: .seconds(86_400))
        try await server.application().test(.router) { client async throws in
            for method in [HTTPRequest.Method.get, .post, .delete] {
                let headers: HTTPFields = [.authorization: "Bearer \(token)"]
                let answer = try await client.execute(uri: path, method: method, headers: headers)
                #expect(answer.status == .notFound)
            }
        }
    }

    @Test("Behind a proxy a request for the metrics that the proxy has forwarded is answered with 404")
    func forwardedMetrics() async throws {
        let keys = [Data(1...32), Data(2...33)].map { $0.base64EncodedString() }
        let environment = [
            "MODE": "production", "CHALLENGE_KEY": keys[0], "ACCOUNTS_SECRET": keys[1],
            "HTTP_PUBLIC_URL": "https://documents.example.com",
        ]
        let forwarded: HTTPFields = try [
            #require(HTTPField.Name("X-Forwarded-For")): "198.51.100.7"
        ]
        for (isBehindProxy, status) in [(true, HTTPResponse.Status.notFound), (false, .ok)] {
            let server = try await server(["--http-behind-proxy=\(isBehindProxy)"], environment)
            try await server.application().test(.router) { client async throws in
                let answer = try await client.execute(uri: "/metrics", method: .get, headers: forwarded)
                #expect(answer.status == status)
                #expect(try await client.execute(uri: "/metrics", method: .get).status == .ok)
                let health = try await client.execute(uri: "/health", method: .get, headers: forwarded)
                #expect(health.status == .ok)
            }
        }
    }

    @Test(
        "In development mode every route refuses another name for this machine with 421, and two or none with 400"
    )
    func hosts() async throws {
        let responder = try await server().application().responder
        let source = ApplicationRequestContextSource(
            channel: EmbeddedChannel(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let second = HTTPField(name: try #require(HTTPField.Name("Host")), value: "localhost")
        for path in ["/", "/page.js", "/development/events", "/development/tokens", "/documents", "/metrics"]
        {
            for (host, fields, status) in [
                ("[::1].evil.com", [], 421), ("127.0.0.1:80@evil.com", [], 421), (nil, [], 400),
                ("", [], 400),
                ("localhost", [second], 400),
            ] as [(String?, [HTTPField], Int)] {
                var head = HTTPRequest(method: .get, scheme: nil, authority: host, path: path)
                for field in fields { head.headerFields.append(field) }
                let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
                let answer = try await responder.respond(to: request, context: AppContext(source: source))
                #expect(answer.status.code == status, "\(path) \(host ?? "")")
            }
        }
    }

    @Test(
        "A connection beyond the limit of its address is closed, and the open ones are counted in the metrics"
    )
    func addressConnections() async throws {
        let server = try await server(["--limits-address-connections", "2"])
        try await withMetricsFactory(server.metrics) {
            try await server.application().test(.live) { client async throws in
                // It has one connection.
                #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
                let port = try #require(client.port)
                let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                let second = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
                let third = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
                try await third.closeFuture.get()
                #expect(second.isActive)
                #expect(server.metrics.text.contains("http_connections 2.0\n"))
                try await second.close()
                while !server.metrics.text.contains("http_connections 1.0\n") { await Task.yield() }
                let fourth = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
                while !server.metrics.text.contains("http_connections 2.0\n") { await Task.yield() }
                try await fourth.close()
            }
        }
    }

    @Test(
        "A head of at most 100 fields of 16 KiB and 32 KiB in all is read, and a larger one is answered with 400",
        arguments: [
            (2, 15_000, 200), (3, 15_000, 400), (1, 16_000, 200), (1, 17_000, 400), (90, 20, 200),
            (101, 20, 400),
        ]
    )
    func headLimit(count: Int, byteCount: Int, status: Int) async throws {
        let headers = try HTTPFields(
            (0..<count).map { number in
                let name = try #require(HTTPField.Name("X-\(number)"))
                return HTTPField(name: name, value: String(repeating: "a", count: byteCount))
            }
        )
        try await server().application().test(.live) { client async throws in
            let answer = try await client.execute(uri: "/health", method: .get, headers: headers)
            #expect(answer.status.code == status)
            #expect(answer.headers[.connection] == (status == 400 ? "close" : nil))
        }
    }

    @Test("The metrics have those of the process, the version of the API, and the failures of the database")
    func operatorMetrics() async throws {
        let server = try await server()
        let token = try server.accounts.issue(for: "bob", lifetime: .seconds(86_400))
        try await withMetricsFactory(server.metrics) {
            try await server.application().test(.router) { client async throws in
                await server.stores.close()
                let headers: HTTPFields = [.authorization: "Bearer \(token)"]
                let failed = try await client.execute(uri: "/documents", method: .get, headers: headers)
                #expect(failed.status == .serviceUnavailable)
                let text = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
                #expect(text.contains("database_failures_total 1\n"))
                let description = String(decoding: PackageResources.openapi_json, as: UTF8.self)
                #expect(description.contains("\"version\": \"\(ProcessMetrics.version)\""))
                #expect(text.contains("document_server_info{version=\"\(ProcessMetrics.version)\"} 1\n"))
                for name in ["process_cpu_seconds_total", "process_start_time_seconds"] {
                    #expect(text.contains("\n\(name) "), "\(name)")
                }
                #if os(Linux)
                    for name in ["process_resident_memory_bytes", "process_open_fds"] {
                        #expect(text.contains("\n\(name) "), "\(name)")
                    }
                #endif
            }
        }
    }

    @Test("A port that is in use is reported with a sentence")
    func portInUse() async throws {
        try await server().application().test(.live) { client async throws in
            let port = try #require(client.port)
            let settings = try await folder.settings(["--http-host", "localhost", "--http-port", "\(port)"])
            let second = Server(
                settings: settings,
                stores: try await Stores.open(settings.database),
                accounts: AccountTokens(settings.accounts),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            do {
                try await second.application().run()
                Issue.record("The server listens on a port that is in use.")
            } catch {
                let sentence = "Port \(port) is in use. Stop the other program, or set http.port."
                #expect(StartError(listening: error, on: settings.http) == StartError(sentence))
            }
        }
    }
}
