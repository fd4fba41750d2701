import NIOCore
import NIOHTTP1

/// Refuses a response with a status below 200 that goes on after its head, at which the library would end the program.
final class InformationalResponses: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    struct HasContent: Error, CustomStringConvertible {
        let description = "a response with a status below 200 has a body"
    }

    private var isInformational = false

    /// Puts it behind the decoder of a connection.
    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(InformationalResponses(), position: .after(decoder))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): isInformational = head.status.code < 200 && head.status != .switchingProtocols
        case .body, .end: guard !isInformational else { return context.fireErrorCaught(HasContent()) }
        }
        context.fireChannelRead(data)
    }
}
