import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client takes too long to send its first request, to send a body, or to read an answer, and
/// one whose client sends what is not HTTP.
///
/// The idle time-out of Hummingbird begins anew with each part of a body, so that a client could send one byte at a time
/// for ever. It is long, for clients that keep a connection. A client that has sent nothing yet gets less time.
final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private let firstRequest: TimeAmount
    private let timeout: TimeAmount
    private let drainTime: TimeAmount
    private var request: Scheduled<Void>?
    private var answer: Scheduled<Void>?
    private var shutdown: Scheduled<Void>?
    private var openRequests = 0

    /// What the account holds of the next answer until its client has read it.
    var answerBytes: HeldBytes?
    private var hasFailed = false

    /// - Parameters:
    ///   - firstRequest: How long the first head of a request may take to arrive.
    ///   - timeout: How long a body may take to arrive, and how long an answer may not be read.
    ///   - drainTime: How long a connection goes on when the server accepts no other ones.
    init(firstRequest: Duration, timeout: Duration, drainTime: Duration) {
        self.drainTime = TimeAmount(drainTime)
        self.firstRequest = TimeAmount(firstRequest)
        self.timeout = TimeAmount(timeout)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // Several of these buffers wait for each handler of a request. NIO's own have up to 64 KiB.
        let buffers = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2048, maximum: 16_384)
        context.channel.setOption(.recvAllocator, value: buffers).whenComplete { _ in }
        if context.channel.isActive { request = close(context, after: firstRequest) }
    }

    func channelActive(context: ChannelHandlerContext) {
        request = close(context, after: firstRequest)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            openRequests += 1
            request?.cancel()
            request = close(context, after: timeout)
        case .end: request?.cancel()
        case .body: break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var promise = promise
        if case .end = unwrapOutboundIn(data) {
            openRequests -= 1
            closeIfFailed(context)
            if let held = answerBytes {
                promise = promise ?? context.eventLoop.makePromise()
                promise?.futureResult.whenComplete { _ in withExtendedLifetime(held) {} }
                answerBytes = nil
            }
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answer?.cancel()
        answer = context.channel.isWritable ? nil : close(context, after: timeout)
        context.fireChannelWritabilityChanged()
    }

    /// Ends a connection that has failed, such as with a head that is too large, when its client had time to read the answers.
    ///
    /// Hummingbird would wait until the client ends it, with all that has arrived, and reads no more.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        hasFailed = true
        closeIfFailed(context)
        context.fireErrorCaught(error)
    }

    /// Answers to requests from before the failure are sent first.
    private func closeIfFailed(_ context: ChannelHandlerContext) {
        guard hasFailed, openRequests <= 0 else { return }
        request?.cancel()
        request = close(context, after: .seconds(1))
    }

    /// Delays the end of a connection without a request when the server stops: a proxy may have sent one.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent, drainTime > .zero else {
            return context.fireUserInboundEventTriggered(event)
        }
        shutdown = context.eventLoop.assumeIsolated().scheduleTask(in: drainTime) {
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        handlerRemoved(context: context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        request?.cancel()
        answer?.cancel()
        shutdown?.cancel()
    }

    private func close(_ context: ChannelHandlerContext, after time: TimeAmount) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }
}
