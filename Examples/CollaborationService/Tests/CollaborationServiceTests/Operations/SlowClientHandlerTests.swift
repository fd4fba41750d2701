import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CollaborationService

@Suite("Slow clients")
struct SlowClientHandlerTests {
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel(
            handler: SlowClientHandler(
                firstRequest: .seconds(10),
                timeout: .seconds(30),
                drainTime: .seconds(1)
            )
        )
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
    }

    private func read(_ part: HTTPRequestPart) throws { try channel.writeInbound(part) }

    private let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
    )

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

    @Test("An account holds the bytes of an answer until all of it was sent")
    func answerBytes() throws {
        var held: HeldBytes? = HeldBytes("alice", in: BodyMemory())
        weak let bytes = held
        try channel.pipeline.syncOperations.handler(type: SlowClientHandler.self).answerBytes = held
        held = nil
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        #expect(bytes != nil)
        channel.flush()
        #expect(bytes == nil)
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
