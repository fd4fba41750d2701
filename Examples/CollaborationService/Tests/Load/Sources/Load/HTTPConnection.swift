import NIOCore
import NIOHTTP1
import NIOPosix

/// A connection to the server that stays open, for one task at a time.
struct HTTPConnection: Sendable {
    private let channel: any Channel
    private let host: String

    /// Opens a connection, and closes it when the body ends.
    static func with<Value>(
        _ server: LoopbackURL,
        _ body: (HTTPConnection) async throws -> Value
    ) async throws -> Value {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(AnswerHandler())
                }
            }
            .connect(to: server.socketAddress).get()
        let connection = HTTPConnection(channel: channel, host: "\(server.host):\(server.port)")
        do {
            let value = try await body(connection)
            try? await channel.close()
            return value
        } catch {
            try? await channel.close()
            throw error
        }
    }

    /// Sends a request and waits for the answer.
    func send(_ exchange: Exchange) async throws -> Answer {
        let answered = channel.eventLoop.makePromise(of: AnswerHandler.Parts.self)
        var headers: HTTPHeaders = ["Host": host, "Authorization": exchange.authorization]
        headers.add(name: "Content-Length", value: "\(exchange.body.readableBytes)")
        let head = HTTPRequestHead(
            version: .http1_1,
            method: exchange.method,
            uri: exchange.path,
            headers: headers
        )
        let call = AnswerHandler.Call(head: head, body: exchange.body, answered: answered)
        let start = ContinuousClock.now
        channel.writeAndFlush(call).whenFailure { answered.fail($0) }
        let parts = try await answered.futureResult.get()
        return Answer(
            exchange: exchange,
            status: parts.status,
            body: parts.body,
            duration: ContinuousClock.now - start
        )
    }
}

/// Writes a request, and completes its promise with the answer.
private final class AnswerHandler: ChannelDuplexHandler {
    struct Parts: Sendable {
        var status = 0
        var body = ByteBuffer()
    }

    struct Call: Sendable {
        let head: HTTPRequestHead
        let body: ByteBuffer
        let answered: EventLoopPromise<Parts>
    }

    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = Call
    typealias OutboundOut = HTTPClientRequestPart

    /// A server that takes longer has failed.
    static let timeLimit = TimeAmount.seconds(60)

    private var call: Call?
    private var parts = Parts()
    private var timeout: Scheduled<Void>?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let call = unwrapOutboundIn(data)
        self.call = call
        parts = Parts()
        timeout = context.eventLoop.scheduleTask(in: Self.timeLimit) {
            call.answered.fail(LoadError.noAnswer(seconds: Self.timeLimit.nanoseconds / 1_000_000_000))
        }
        context.write(wrapOutboundOut(.head(call.head)), promise: nil)
        if call.body.readableBytes > 0 {
            context.write(wrapOutboundOut(.body(.byteBuffer(call.body))), promise: nil)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): parts.status = Int(head.status.code)
        case .body(var bytes): parts.body.writeBuffer(&bytes)
        case .end: finish { [parts] in $0.succeed(parts) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish { $0.fail(error) }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish { $0.fail(LoadError.connectionClosed) }
        context.fireChannelInactive()
    }

    private func finish(_ complete: (EventLoopPromise<Parts>) -> Void) {
        timeout?.cancel()
        if let call { complete(call.answered) }
        call = nil
    }
}
