import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CollaborationService

@Suite("Connections")
struct ConnectionHandlerTests {
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(
            handler: ConnectionHandler(OpenConnections(maximum: 10, maximumOfAddress: 10), drainTime: .seconds(1))
        )
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
    }

    private func read(_ part: HTTPRequestPart) throws { try channel.writeInbound(part) }

    private let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"))

    @Test("A connection is closed when a body has not arrived in time, also if it arrives byte by byte")
    func slowBody() throws {
        try read(head)
        for _ in 0..<29 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try read(.body(ByteBuffer(string: "a")))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("A connection goes on for the time to drain when the server stops")
    func shutdown() throws {
        final class Behind: ChannelInboundHandler {
            typealias InboundIn = HTTPRequestPart
            var count = 0
            func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
                if event is ChannelShouldQuiesceEvent { count += 1 }
            }
        }
        let behind = Behind()
        try channel.pipeline.syncOperations.addHandler(behind)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(behind.count == 0)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(behind.count == 1)
    }

    @Test("The handlers behind learn that a connection has ended")
    func end() throws {
        final class Behind: ChannelInboundHandler {
            typealias InboundIn = HTTPRequestPart
            var hasEnded = false
            func channelInactive(context: ChannelHandlerContext) { hasEnded = true }
        }
        let behind = Behind()
        try channel.pipeline.syncOperations.addHandler(behind)
        try channel.close().wait()
        #expect(behind.hasEnded)
    }

    @Test("A connection stays open when each of its requests has arrived in time")
    func requests() throws {
        for _ in 0..<3 {
            try read(head)
            channel.embeddedEventLoop.advanceTime(by: .seconds(29))
            try read(.end(nil))
            channel.embeddedEventLoop.advanceTime(by: .hours(1))
            #expect(channel.isActive)
        }
    }

    @Test("A connection is closed a second after an error, and the handlers behind learn of the error")
    func failed() throws {
        struct Failure: Error {}
        channel.pipeline.fireErrorCaught(Failure())
        #expect(throws: Failure.self) { try channel.throwIfErrorCaught() }
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test("After an error the answers to earlier requests are sent before the connection is closed")
    func failedBehindRequests() throws {
        struct Failure: Error {}
        for _ in 0..<2 {
            try read(head)
            try read(.end(nil))
        }
        channel.pipeline.fireErrorCaught(Failure())
        #expect(throws: Failure.self) { try channel.throwIfErrorCaught() }
        // The last one is Hummingbird's answer to the error.
        for _ in 0..<3 {
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
            #expect(channel.isActive)
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
        }
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test("After an error in a body without an answer the connection is closed when the body is due")
    func failedBody() throws {
        struct Failure: Error {}
        try read(head)
        channel.pipeline.fireErrorCaught(Failure())
        #expect(throws: Failure.self) { try channel.throwIfErrorCaught() }
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test(
        "A request that is answered before its body has arrived ends its connection, and nothing more is read"
    )
    func earlyAnswer() throws {
        try read(head)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .unauthorized)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        guard case .head(let answer)? = try channel.readOutbound(as: HTTPResponsePart.self) else {
            throw ChannelError.eof
        }
        #expect(answer.headerFields[.connection] == "close")
        while try channel.readInbound(as: HTTPRequestPart.self) != nil {}
        try read(.body(ByteBuffer(string: "a")))
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("A request that is answered after its body has arrived keeps its connection")
    func answer() throws {
        try read(head)
        try read(.end(nil))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        guard case .head(let answer)? = try channel.readOutbound(as: HTTPResponsePart.self) else {
            throw ChannelError.eof
        }
        #expect(answer.headerFields[.connection] == nil)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
    }

    @Test("A body in more than 2,048 parts ends its connection")
    func parts() throws {
        try read(head)
        for _ in 0..<2048 { try read(.body(ByteBuffer(string: "a"))) }
        #expect(channel.isActive)
        try read(.body(ByteBuffer(string: "a")))
        #expect(!channel.isActive)
    }

    @Test(
        "When there are too many connections, the one that has been idle for longest gives way, and no busy one does"
    )
    func idle() throws {
        let connections = OpenConnections(maximum: 2, maximumOfAddress: 10)
        let channels = (0..<4).map { _ in EmbeddedChannel() }
        for channel in channels {
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
        }
        let first = try #require(connections.open("a", channels[0]))
        let second = try #require(connections.open("b", channels[1]))
        let busy = connections.busy(first)
        #expect(connections.open("c", channels[2]) != nil)
        #expect(channels[0].isActive && !channels[1].isActive && channels[2].isActive)
        connections.close(second)
        _ = connections.idle(busy)
        #expect(connections.open("d", channels[3]) != nil)
        #expect(channels[0].isActive && !channels[2].isActive)
    }

    @Test("When all connections are busy, no other one is opened")
    func busy() throws {
        let connections = OpenConnections(maximum: 1, maximumOfAddress: 10)
        _ = connections.busy(try #require(connections.open("a", EmbeddedChannel())))
        #expect(connections.open("b", EmbeddedChannel()) == nil)
    }

    @Test("A connection that sends no request is closed sooner than one that waits between two requests")
    func firstRequest() throws {
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("A connection is closed when its client does not read the answer in time")
    func slowReader() throws {
        try read(head)
        try read(.end(nil))
        for isWritable in [false, true, false] {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
            channel.embeddedEventLoop.advanceTime(by: .seconds(29))
            #expect(channel.isActive)
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }
}
