import AsyncHTTPClient
import Hummingbird
import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Shutdown", .timeLimit(.minutes(30)))
struct ShutdownTests {
    /// What happens, in the order in which it happens.
    private final class Events: Sendable {
        let all = Mutex<[String]>([])
        func note(_ event: String) { all.withLock { $0.append(event) } }
    }

    @Test(
        "A shutdown accepts no new request, answers the open ones, and then closes the database"
    )
    func openRequest() async throws {
        let folder = try TemporaryFolder()
        let events = Events()
        let settings = try await folder.settings(["--http-port", "0"])
        let stores = try await Stores.open(settings.database)
        let (questions, question) = AsyncStream.makeStream(of: Void.self)
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        let server = Server(
            settings: settings,
            stores: Stores(
                documents: stores.documents,
                collaborations: stores.collaborations,
                check: {
                    question.yield()
                    for await _ in answers { return }
                },
                time: stores.time,
                close: {
                    events.note("closed")
                    await stores.close()
                }
            ),
            accounts: AccountTokens(settings.accounts),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            readinessTimeout: .seconds(60)
        )
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let group = ServiceGroup(
            services: [try server.application { port.yield($0) }],
            logger: server.logger
        )
        async let running: Void = group.run()
        let number = try #require(await ports.first { _ in true })
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(number)/ready")
        async let reply = HTTPClient.shared.execute(request, timeout: .seconds(30))
        for await _ in questions { break }
        await group.triggerGracefulShutdown()
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        while let connection = try? await bootstrap.connect(host: "127.0.0.1", port: number).get() {
            try? await connection.close()
        }
        #expect(events.all.withLock { $0 } == [])
        answer.yield()
        #expect(try await reply.status == .ok)
        try await running
        #expect(events.all.withLock { $0 } == ["closed"])
    }

    @Test(
        "A server that is told to stop is first not ready, then accepts no connection, and ends those it has"
    )
    func draining() async throws {
        let folder = try TemporaryFolder()
        let settings = try await folder.settings(["--http-port", "0", "--http-drain-time", "10"])
        let server = Server(
            settings: settings,
            stores: try await Stores.open(settings.database),
            accounts: AccountTokens(settings.accounts),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            draining: Draining(time: .seconds(15))
        )
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = try server.application { port.yield($0) }
        let group = ServiceGroup(services: [application, server.draining], logger: server.logger)
        async let running: Void = group.run()
        let number = try #require(await ports.first { _ in true })
        func answer(_ path: String) async throws -> HTTPClientResponse {
            let request = HTTPClientRequest(url: "http://127.0.0.1:\(number)\(path)")
            return try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        }
        let ready = try await answer("/ready")
        #expect(ready.status == .ok && ready.headers["connection"] == [])
        await group.triggerGracefulShutdown()
        while !server.draining.hasBegun { await Task.yield() }
        for (path, status) in [("/ready", 503), ("/health", 200), ("/documents", 401), ("/nowhere", 404)] {
            let reply = try await answer(path)
            #expect(reply.status.code == status)
            #expect(reply.headers["connection"] == [])
            _ = try await reply.body.collect(upTo: 1000)
        }
        while !server.draining.isOver { try await Task.sleep(for: .milliseconds(10)) }
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        while let connection = try? await bootstrap.connect(host: "127.0.0.1", port: number).get() {
            try? await connection.close()
        }
        // The client has kept its connection.
        let last = try await answer("/health")
        #expect(last.status == .ok && last.headers["connection"] == ["close"])
        try await running
        await #expect(throws: (any Error).self) { try await answer("/health") }
    }
}
