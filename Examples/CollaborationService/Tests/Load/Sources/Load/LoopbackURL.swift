import ArgumentParser
import Foundation
import NIOCore

/// The address of a server on this machine.
///
/// Others are refused: a load on a server of somebody else is an attack.
struct LoopbackURL: ExpressibleByArgument, Sendable {
    let host: String
    let port: Int

    init?(argument: String) {
        guard let url = URL(string: argument), url.scheme == "http", let host = url.host(),
            let port = url.port,
            ["127.0.0.1", "::1", "localhost"].contains(host)
        else { return nil }
        self.host = host == "localhost" ? "127.0.0.1" : host
        self.port = port
    }

    var socketAddress: SocketAddress {
        get throws { try SocketAddress(ipAddress: host, port: port) }
    }
}
