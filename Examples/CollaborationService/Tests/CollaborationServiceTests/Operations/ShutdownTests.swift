import AsyncHTTPClient
import NIOCore
import NIOEmbedded
import NIOPosix
import ServiceLifecycle
import Synchronization
import Testing

@testable import CollaborationService

@Suite("Shutdown", .timeLimit(.minutes(30)))
struct ShutdownTests {
    /// Returns when a port accepts no connection any more.
    private func refusal(at port: Int) async {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        while let connection = try? await bootstrap.connect(host: "127.0.0.1", port: port).get() {
            try? await connection.close()
        }
    }

    @Test("A shutdown accepts no new request, answers the open ones, and then closes the database")
    func openRequest() async throws {
        let folder = TemporaryFolder()
        var server = try await folder.server()
        let (questions, question) = AsyncStream.makeStream(of: Void.self)
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        let isServing = Atomic(false)
        let isClosed = Atomic(false)
        var store = StubStore(base: server.store.base)
        store.willCall = {
            guard isServing.load(ordering: .relaxed) else { return }
            question.yield()
            for await _ in answers {}
        }
        store.willClose = { isClosed.store(true, ordering: .relaxed) }
        server.store = Database(store)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let group = ServiceGroup(
            services: [try server.application { number, _ in port.yield(number) }],
            logger: server.logger
        )
        async let running: Void = group.run()
        let number = try #require(await ports.first { _ in true })
        isServing.store(true, ordering: .relaxed)
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(number)/collaborations")
        let token = try #require(try server.settings.accounts.issue(for: "alice"))
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        async let reply = HTTPClient.shared.execute(request, timeout: .seconds(600))
        await questions.first { _ in true }
        await group.triggerGracefulShutdown()
        await refusal(at: number)
        let wasClosed = isClosed.load(ordering: .relaxed)
        #expect(!wasClosed)
        answer.finish()
        #expect(try await reply.status == .ok)
        try await running
        let hasClosed = isClosed.load(ordering: .relaxed)
        #expect(hasClosed)
    }

    @Test("A server that is told to stop is first not ready, then accepts no connection, and ends those it has")
    func draining() async throws {
        let folder = TemporaryFolder()
        var server = try await folder.server(["--http-drain-time", "60"])
        server.draining = Draining(time: .seconds(30))
        let (ports, port) = AsyncStream.makeStream(of: (Int, Int).self)
        let application = try server.application { port.yield(($0, $1)) }
        let group = ServiceGroup(services: [application, server.draining], logger: server.logger)
        async let running: Void = group.run()
        let (number, operations) = try #require(await ports.first { _ in true })
        func answer(_ path: String, on port: Int) async throws -> HTTPClientResponse {
            let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
            return try await HTTPClient.shared.execute(request, timeout: .seconds(600))
        }
        for (path, port) in [("/ready", operations), ("/openapi.json", number)] {
            let ready = try await answer(path, on: port)
            #expect(ready.status == .ok && ready.headers["connection"] == [])
            _ = try await ready.body.collect(upTo: 1 << 20)
        }
        await group.triggerGracefulShutdown()
        while !server.draining.hasBegun { await Task.yield() }
        for (path, port, status) in [
            ("/ready", operations, 503), ("/health", operations, 200), ("/collaborations", number, 401),
            ("/nowhere", number, 404),
        ] {
            let reply = try await answer(path, on: port)
            #expect(reply.status.code == status)
            #expect(reply.headers["connection"] == [])
            _ = try await reply.body.collect(upTo: 1000)
        }
        while !server.draining.isClosing { try await Task.sleep(for: .milliseconds(10)) }
        await refusal(at: number)
        // The client has kept its connection.
        let last = try await answer("/openapi.json", on: number)
        #expect(last.status == .ok && last.headers["connection"] == ["close"])
        _ = try await last.body.collect(upTo: 1 << 20)
        try await running
    }

    @Test("A listening channel closes when each accepted connection was handed over, and after a second at the latest")
    func accepted() throws {
        for isHandedOver in [true, false] {
            let (listening, preparation) = (EmbeddedChannel(), Preparation())
            try listening.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            try listening.pipeline.syncOperations.addHandler(preparation)
            try AcceptedConnections.add(to: listening.pipeline.syncOperations)
            for _ in 0..<2 { listening.pipeline.fireChannelRead(EmbeddedChannel() as any Channel) }
            preparation.release()
            listening.embeddedEventLoop.run()
            let closed = [listening.close(), listening.close()]
            #expect(listening.isActive)
            if isHandedOver { preparation.release() } else { listening.embeddedEventLoop.advanceTime(by: .seconds(1)) }
            #expect(listening.isActive == isHandedOver)
            listening.embeddedEventLoop.run()
            #expect(!listening.isActive)
            try closed[0].wait()
            #expect(throws: ChannelError.alreadyClosed) { try closed[1].wait() }
        }
    }
}

/// Keeps accepted connections until it is told to pass on the first one, as NIO does while an event loop prepares it.
private final class Preparation: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private var kept: [() -> Void] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { kept.append { context.fireChannelRead(data) } }

    func release() { kept.removeFirst()() }
}
