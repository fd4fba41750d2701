import HTTPTypes
import Metrics
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CollaborationService

@Suite("Connections")
struct ConnectionHandlerTests {
    /// Notes what reaches the handlers behind.
    private final class Behind: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        var isToldToEnd = false
        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ChannelShouldQuiesceEvent { isToldToEnd = true }
        }
    }

    private let channel: EmbeddedChannel
    private let behind = Behind()

    init() throws {
        let connections = OpenConnections(maximum: 10, maximumOfAddress: 10)
        channel = EmbeddedChannel(handlers: [ConnectionHandler(connections, drainTime: .seconds(1))])
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait()
    }

    private func read(_ part: HTTPRequestPart) throws { try channel.writeInbound(part) }

    private func readHead(_ fields: HTTPFields = [:]) throws {
        try read(.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/", headerFields: fields)))
    }

    private func readRequest(_ fields: HTTPFields = [:]) throws {
        try readHead(fields)
        try read(.end(nil))
    }

    /// Answers a request, and returns the head as it is sent.
    @discardableResult
    private func answer(_ status: HTTPResponse.Status = .ok) throws -> HTTPResponse {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        return try sentHead()
    }

    /// The next head that is sent.
    private func sentHead() throws -> HTTPResponse {
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { return head }
        }
        throw ChannelError.eof
    }

    private func fail() {
        channel.pipeline.fireErrorCaught(Failure())
        #expect(throws: Failure.self) { try channel.throwIfErrorCaught() }
    }

    private func wait(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    private func expectEnd(after time: TimeAmount) {
        wait(time - .milliseconds(1))
        #expect(channel.isActive)
        wait(.milliseconds(1))
        #expect(!channel.isActive)
    }

    private func expectRefusal(_ status: HTTPResponse.Status, _ time: TimeAmount = .seconds(1)) throws {
        let head = try sentHead()
        #expect(head.status == status && head.headerFields[.connection] == "close")
        guard case .body(let body) = try channel.readOutbound(as: HTTPResponsePart.self) else { throw ChannelError.eof }
        #expect(String(buffer: body).hasPrefix(#"{"error":""#))
        expectEnd(after: time)
    }

    private func expectTimeout(after time: TimeAmount, _ end: TimeAmount = .seconds(1)) throws {
        wait(time - .milliseconds(1))
        #expect(throws: ChannelError.eof) { try sentHead() }
        wait(.milliseconds(1))
        try expectRefusal(.requestTimeout, end)
    }

    @Test(
        "A body that has not arrived in time is answered with 408 before its connection ends, also if it arrives byte by byte"
    )
    func slowBody() throws {
        try readHead()
        for _ in 0..<9 {
            wait(.seconds(1))
            try read(.body(ByteBuffer(string: "a")))
        }
        try expectTimeout(after: .seconds(1))
    }

    @Test("A body has a second more for each 4 KiB that have arrived, at most 30", arguments: [(1, 11), (32, 30)])
    func largeBody(partCount: Int, seconds: Int64) throws {
        try readHead()
        for _ in 0..<partCount { try read(.body(ByteBuffer(repeating: 0, count: 4096))) }
        try expectTimeout(after: .seconds(seconds))
    }

    @Test("A connection goes on for the time to drain when the server stops")
    func shutdown() throws {
        try channel.pipeline.syncOperations.addHandler(behind)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        wait(.milliseconds(999))
        #expect(!behind.isToldToEnd)
        wait(.milliseconds(1))
        #expect(behind.isToldToEnd)
    }

    @Test("A connection stays open when each of its requests has arrived in time, before its answer and after it")
    func requests() throws {
        for _ in 0..<3 {
            try readHead()
            wait(.seconds(9))
            try read(.end(nil))
            wait(.hours(1))
            #expect(try answer().headerFields[.connection] == nil)
            wait(.hours(1))
            #expect(channel.isActive)
        }
    }

    @Test("A connection is closed a fifth of a second after an error, and the handlers behind learn of the error")
    func failed() throws {
        fail()
        expectEnd(after: .milliseconds(200))
    }

    @Test("After an error the answers to earlier requests are sent before the connection is closed")
    func failedBehindRequests() throws {
        for _ in 0..<2 { try readRequest() }
        fail()
        // The last one is Hummingbird's answer to the error.
        for _ in 0..<3 {
            wait(.milliseconds(199))
            #expect(channel.isActive)
            try answer()
        }
        expectEnd(after: .milliseconds(200))
    }

    @Test("After an error in a body without an answer the body is refused when it is due")
    func failedBody() throws {
        try readHead()
        fail()
        try expectTimeout(after: .seconds(10), .milliseconds(200))
    }

    @Test(
        "A late body ends its connection at once when an earlier answer is missing, or its own goes on",
        arguments: [false, true]
    ) func noRefusal(isAnswering: Bool) throws {
        if isAnswering {
            try readHead()
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        } else {
            try readRequest()
            try readHead()
        }
        expectEnd(after: .seconds(10))
    }

    @Test("A client that waits before it sends a body is told to go on, unless an earlier answer is missing")
    func expectation() throws {
        for _ in 0..<2 { try readRequest([.expect: "100-Continue"]) }
        #expect(try sentHead().status == .continue)
        #expect(try answer().status == .ok)
    }

    @Test("The answer to a request that was refused in between is not sent")
    func secondAnswer() throws {
        try readHead()
        wait(.seconds(10))
        #expect(try sentHead().status == .requestTimeout)
        #expect(throws: ChannelError.ioOnClosedChannel) { try answer() }
    }

    @Test("A request that is answered before its body has arrived ends its connection, and nothing more is read")
    func earlyAnswer() throws {
        try readHead()
        #expect(try answer(.unauthorized).headerFields[.connection] == "close")
        while try channel.readInbound(as: HTTPRequestPart.self) != nil {}
        try read(.body(ByteBuffer(string: "a")))
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
        expectEnd(after: .seconds(1))
    }

    @Test("A body in more than 2,048 parts is answered with 413, and ends its connection")
    func parts() throws {
        try readHead()
        for _ in 0..<2048 { try read(.body(ByteBuffer(string: "a"))) }
        #expect(channel.isActive)
        try read(.body(ByteBuffer(string: "a")))
        try expectRefusal(.contentTooLarge)
    }

    @Test("A connection that sends no request is closed sooner than one that waits between two requests")
    func firstRequest() { expectEnd(after: .seconds(10)) }

    @Test("A connection is closed when its client does not read the answer in time")
    func slowReader() throws {
        try readRequest()
        for isWritable in [false, true, false] {
            wait(.seconds(9))
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
        }
        expectEnd(after: .seconds(10))
    }
}

@Suite("Open connections")
struct OpenConnectionsTests {
    @Test("When there are too many connections, the one that has been idle for longest gives way, and no request does")
    func idle() throws {
        let connections = OpenConnections(maximum: 2, maximumOfAddress: 10)
        let channels = (0..<4).map { _ in EmbeddedChannel() }
        for channel in channels { try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait() }
        let first = try #require(connections.open("a", channels[0]))
        let second = connections.idle(try #require(connections.open("b", channels[1])))
        let busy = connections.busy(first, [:])
        let third = try #require(connections.open("c", channels[2]))
        #expect(channels[0].isActive && !channels[1].isActive && channels[2].isActive)
        connections.close(second)
        _ = connections.idle(third)
        _ = connections.idle(busy)
        #expect(connections.open("d", channels[3]) != nil)
        #expect(channels[0].isActive && !channels[2].isActive)
    }

    @Test("When all connections have requests, the oldest of the client with the most gives way, behind a proxy too")
    func busiest() throws {
        let connections = OpenConnections(maximum: 3, isBehindProxy: true)
        let channels = (0..<5).map { _ in EmbeddedChannel() }
        for channel in channels { try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).wait() }
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        func begin(_ number: Int, from client: String) throws -> OpenConnections.Place {
            connections.busy(try #require(connections.open("192.0.2.1", channels[number])), [name: client])
        }
        _ = try begin(0, from: "198.51.100.1")
        let first = try begin(1, from: "198.51.100.2")
        _ = try begin(2, from: "198.51.100.2")
        let other = try begin(3, from: "198.51.100.3")
        #expect(channels.map(\.isActive) == [true, false, true, true, true])
        connections.close(first)
        // Now each client has one request.
        #expect(connections.open("192.0.2.1", channels[4]) == nil)
        connections.close(other)
        #expect(connections.open("192.0.2.1", channels[4]) != nil)
    }

    @Test("An address has as many connections as it may, no client's only request gives way, and all are counted")
    func busy() throws {
        let metrics = PrometheusMetrics()
        try withMetricsFactory(metrics) {
            let connections = OpenConnections(maximum: 2, maximumOfAddress: 1)
            let place = connections.busy(try #require(connections.open("a", EmbeddedChannel())), [:])
            #expect(connections.open("a", EmbeddedChannel()) == nil)
            _ = connections.busy(try #require(connections.open("b", EmbeddedChannel())), [:])
            #expect(connections.open("c", EmbeddedChannel()) == nil)
            #expect(metrics.text.contains("\nhttp_connections 2.0\n"))
            connections.close(place)
            #expect(metrics.text.contains("\nhttp_connections 1.0\n"))
            #expect(connections.open("a", EmbeddedChannel()) != nil)
        }
    }
}
