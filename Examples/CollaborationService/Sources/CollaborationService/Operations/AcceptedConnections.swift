import NIOCore

/// Lets a listening channel close only when each accepted connection has been handed over.
///
/// NIO would drop one that its event loop still prepares, and with it the request that a proxy has sent.
final class AcceptedConnections: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    private var preparedCount = 0
    private var close: (() -> Void)?

    static func add(to pipeline: ChannelPipeline.SynchronousOperations) throws {
        let accepted = AcceptedConnections()
        try pipeline.addHandler(accepted, position: .first)
        try pipeline.addHandler(HandedOver(accepted), position: .last)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        preparedCount += 1
        context.fireChannelRead(data)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        let earlier = close
        close = {
            earlier?()
            context.close(mode: mode, promise: promise)
        }
        guard preparedCount > 0 else { return finish() }
        // A connection whose preparation fails is never handed over.
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { self.finish() }
    }

    private func finish() {
        close?()
        close = nil
    }

    /// Sees a connection just before it is handed over.
    private final class HandedOver: ChannelInboundHandler {
        typealias InboundIn = any Channel

        private let accepted: AcceptedConnections

        init(_ accepted: AcceptedConnections) { self.accepted = accepted }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.fireChannelRead(data)
            context.eventLoop.assumeIsolated().execute { [accepted] in
                accepted.preparedCount = max(0, accepted.preparedCount - 1)
                if accepted.preparedCount == 0 { accepted.finish() }
            }
        }
    }
}
