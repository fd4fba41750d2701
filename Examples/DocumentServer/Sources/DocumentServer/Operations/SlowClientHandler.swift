import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client takes too long to send its first request, to send a body, or to read an answer.
///
/// The idle time-out of Hummingbird begins anew with each part of a body, so that a client could send one byte at a time
/// for ever. It is long, for clients that keep a connection. A client that has sent nothing yet gets less time.
final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private let firstRequest: TimeAmount
    private let timeout: TimeAmount
    private var request: Scheduled<Void>?
    private var answer: Scheduled<Void>?

    /// - Parameters:
    ///   - firstRequest: How long the first head of a request may take to arrive.
    ///   - timeout: How long a body may take to arrive, and how long an answer may not be read.
    init(firstRequest: Duration, timeout: Duration) {
        self.firstRequest = TimeAmount(firstRequest)
        self.timeout = TimeAmount(timeout)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { request = close(context, after: firstRequest) }
    }

    func channelActive(context: ChannelHandlerContext) {
        request = close(context, after: firstRequest)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            request?.cancel()
            request = close(context, after: timeout)
        case .end: request?.cancel()
        case .body: break
        }
        context.fireChannelRead(data)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answer?.cancel()
        answer = context.channel.isWritable ? nil : close(context, after: timeout)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        handlerRemoved(context: context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        request?.cancel()
        answer?.cancel()
    }

    private func close(_ context: ChannelHandlerContext, after time: TimeAmount) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }
}
