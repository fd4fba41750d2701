import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Counts a connection, and ends it when its client takes too long, or sends what is not HTTP or much in small parts.
///
/// The idle time-out of Hummingbird begins anew with each part of a body, so that a client could send one byte at a time
/// for ever. It is long, for clients that keep a connection. A client that has sent nothing yet gets less time.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The greatest number of parts of a body: each of them costs more than a few kilobytes.
    static let maximumPartCount = 2048

    /// How long the first head and the first bytes of a body may take to arrive, and how long an answer may not be read.
    private static let time = TimeAmount.seconds(10)

    private let connections: OpenConnections
    private let drainTime: TimeAmount
    private var place: OpenConnections.Place?
    private var requestTimer: Scheduled<Void>? { didSet { oldValue?.cancel() } }
    private var responseTimer: Scheduled<Void>? { didSet { oldValue?.cancel() } }
    private var shutdownTimer: Scheduled<Void>?
    private var (begunCount, arrivedCount, answeredCount, partCount, byteCount) = (0, 0, 0, 0, 0)
    private var requestStart = NIODeadline.distantPast
    private var (hasFailed, isAnswering) = (false, false)

    /// - Parameter drainTime: How long a connection goes on when the server accepts no other ones.
    init(_ connections: OpenConnections, drainTime: Duration) {
        (self.connections, self.drainTime) = (connections, TimeAmount(drainTime))
    }

    // With TLS the channel becomes active only after the handshake.
    func handlerAdded(context: ChannelHandlerContext) {
        // Several of these buffers wait for each handler of a request. NIO's own have up to 64 KiB.
        let buffers = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2048, maximum: 16_384)
        context.channel.setOption(.recvAllocator, value: buffers).whenComplete { _ in }
        let address = context.remoteAddress?.ipAddress.flatMap(ClientAddress.network(of:)) ?? ""
        place = connections.open(address, context.channel)
        requestTimer = close(context, after: place == nil ? .zero : Self.time)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The rest of a request after its early response.
        if answeredCount > arrivedCount { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            (begunCount, partCount, byteCount) = (begunCount + 1, 0, 0)
            place = place.map { connections.busy($0, head.headerFields) }
            requestStart = context.eventLoop.now
            // The client waits for this before it sends the body (RFC 9110, section 10.1.1).
            if head.headerFields[.expect]?.lowercased() == "100-continue", answeredCount == arrivedCount {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .body(let part):
            partCount += 1
            if partCount > Self.maximumPartCount {
                return refuse(context, HTTPError(.contentTooLarge, message: "The body has too many parts."))
            }
            byteCount += part.readableBytes
        case .end:
            arrivedCount += 1
            requestTimer = nil
        }
        context.fireChannelRead(data)
    }

    // Not at the head: most requests arrive at once, and need no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if begunCount > arrivedCount, answeredCount <= arrivedCount { refuseWhenDue(context) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // A second answer, to a request that was refused here.
        if answeredCount > arrivedCount { return promise?.fail(ChannelError.ioOnClosedChannel) ?? () }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isAnswering = true
            // Hummingbird's answer to what is not HTTP has no body.
            if head.status == .badRequest, head.headerFields[.contentLength] == "0" {
                let message = "This is not HTTP/1.1, or the head is too large."
                return write(HTTPError(.badRequest, message: message), context, promise)
            }
            guard answeredCount >= arrivedCount && begunCount > arrivedCount else { break }
            head.headerFields[.connection] = "close"
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            isAnswering = false
            answeredCount += 1
            if answeredCount > arrivedCount, begunCount > arrivedCount {
                // The client has the time to read the answer, and nothing more is read from it.
                context.channel.setOption(.autoRead, value: false).whenComplete { _ in }
                requestTimer = close(context, after: .seconds(1))
            } else if answeredCount == begunCount {
                place = place.map(connections.idle)
            }
            closeIfFailed(context)
        default: break
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        responseTimer = context.channel.isWritable ? nil : close(context, after: Self.time)
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
        guard hasFailed, answeredCount >= begunCount else { return }
        // Not longer: until then the connection keeps what it has read of a head.
        requestTimer = close(context, after: .milliseconds(200))
    }

    /// Delays the end of a connection without a request when the server stops: a proxy may have sent one.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent, drainTime > .zero else {
            return context.fireUserInboundEventTriggered(event)
        }
        shutdownTimer = context.eventLoop.assumeIsolated().scheduleTask(in: drainTime) {
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        (requestTimer, responseTimer) = (nil, nil)
        shutdownTimer?.cancel()
        place.map(connections.close)
        place = nil
    }

    /// How long the body may take: one second more for each 4 KiB that have arrived, at most 20.
    private var bodyTime: TimeAmount { Self.time + .seconds(Int64(min(20, byteCount / 4096))) }

    private func refuseWhenDue(_ context: ChannelHandlerContext) {
        let time = requestStart + bodyTime - context.eventLoop.now
        requestTimer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.refuse(context, HTTPError(.requestTimeout, message: "The body has not arrived in time."))
        }
    }

    /// Answers a request whose body has not arrived, and ends its connection.
    ///
    /// A proxy takes an end without an answer for a failure of the server, and sends it no requests for a while.
    private func refuse(_ context: ChannelHandlerContext, _ error: HTTPError) {
        guard !isAnswering, answeredCount == arrivedCount else { return context.close(promise: nil) }
        write(error, context, nil)
        write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
        context.flush()
    }

    /// Writes the head and the body of an answer that ends the connection.
    private func write(_ error: HTTPError, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let body = ByteBuffer(bytes: (try? JSONEncoder.sorted.encode(error.members)) ?? Data())
        let fields: HTTPFields = [
            .connection: "close", .contentLength: "\(body.readableBytes)",
            .contentType: "application/json; charset=utf-8",
        ]
        let head = HTTPResponse(status: error.status, headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: promise)
    }

    private func close(_ context: ChannelHandlerContext, after time: TimeAmount) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }
}
