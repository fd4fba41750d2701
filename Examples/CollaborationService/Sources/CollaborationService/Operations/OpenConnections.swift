import Metrics
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Counts the open connections, and bounds those of one address.
final class OpenConnections: Sendable {
    private let maximumOfAddress: Int
    private let counts = Mutex<[String: Int]>([:])
    private let total = Meter(label: "http_connections")

    init(maximumOfAddress: Int) { self.maximumOfAddress = maximumOfAddress }

    /// Counts one more connection; false if the address has too many.
    func open(_ address: String) -> Bool {
        counts.withLock { counts in
            guard counts[address, default: 0] < maximumOfAddress else { return false }
            counts[address, default: 0] += 1
            total.increment()
            return true
        }
    }

    func close(_ address: String) {
        counts.withLock { counts in
            counts[address] = counts[address].flatMap { $0 > 1 ? $0 - 1 : nil }
            total.decrement()
        }
    }
}

/// Counts a connection while it is open, and closes it at once if its address has too many.
final class ConnectionCountHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private let connections: OpenConnections
    private var address: String?

    init(_ connections: OpenConnections) { self.connections = connections }

    func channelActive(context: ChannelHandlerContext) {
        let address = ClientAddress(connection: context.remoteAddress?.ipAddress)?.network ?? ""
        context.fireChannelActive()
        if connections.open(address) { self.address = address } else { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let address { connections.close(address) }
        context.fireChannelInactive()
    }
}
