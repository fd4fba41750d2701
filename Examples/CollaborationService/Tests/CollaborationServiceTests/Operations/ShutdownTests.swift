import AsyncHTTPClient
import NIOCore
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
        let (channels, channel) = AsyncStream.makeStream(of: (any Channel).self)
        let application = try server.application { internet, _ in channel.yield(internet) }
        let group = ServiceGroup(services: [application], logger: server.logger)
        async let running: Void = group.run()
        let number = try #require(await channels.first { _ in true }?.localAddress?.port)
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
        let (channels, channel) = AsyncStream.makeStream(of: [any Channel].self)
        let application = try server.application { channel.yield([$0, $1]) }
        let group = ServiceGroup(services: [application, server.draining], logger: server.logger)
        async let running: Void = group.run()
        let listening = try #require(await channels.first { _ in true })
        for channel in listening { try await channel.pipeline.containsHandler(type: LastConnections.self).get() }
        let ports = listening.compactMap(\.localAddress?.port)
        let (number, operations) = (ports[0], ports[1])
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

    #if os(Linux)
        @Test("A listening channel accepts what waits before it closes, and lets no other connection begin")
        func lastConnections() async throws {
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let (names, name) = AsyncStream.makeStream(of: SocketAddress?.self)
            let listening = try await ServerBootstrap(group: group)
                .serverChannelOption(.autoRead, value: false)
                .serverChannelInitializer { $0.pipeline.addHandler(LastConnections()) }
                .childChannelInitializer { channel in
                    name.yield(channel.remoteAddress)
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                .bind(host: "127.0.0.1", port: 0).get()
            let address = try #require(listening.localAddress)
            let client = ClientBootstrap(group: group)
            let waiting = try await client.connect(to: address).get()
            let closed = try await listening.eventLoop.submit {
                defer { _ = listening.setOption(.autoRead, value: true) }
                return listening.close()
            }.get()
            await #expect(throws: (any Error).self) { _ = try await client.connect(to: address).get() }
            try await closed.get()
            name.finish()
            let accepted = await names.reduce(into: []) { $0.append($1) }
            #expect(accepted == [waiting.localAddress])
            try await group.shutdownGracefully()
        }
    #endif
}
