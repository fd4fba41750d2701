import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The address of the client that sent a request.
struct ClientAddress {
    private let address: SocketAddress

    /// Finds the address; nil if the connection has none.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - connection: The address at the other end of the connection.
    ///   - behindProxy: Whether that is a proxy, which has added the address of the client to X-Forwarded-For as
    ///     the last one. Those before it are what the client says.
    init?(of request: Request, connection: String?, behindProxy: Bool) {
        let forwarded = behindProxy ? request.forwardedFor : nil
        let last = forwarded?.split(separator: ",", omittingEmptySubsequences: false).last.flatMap {
            Self.withoutPort($0.trimmingCharacters(in: .whitespaces)[...])
        }
        self.init(connection: last.flatMap(Self.parsed) == nil ? connection : last)
    }

    /// The address at the other end of a connection.
    init?(connection: String?) {
        guard let address = connection.flatMap(Self.parsed) else { return nil }
        self.address = address
    }

    /// The address itself, or the first 64 bits for IPv6: a subscriber has all the addresses behind these.
    var network: String {
        guard case .v6(let address) = address else { return address.ipAddress ?? "" }
        var bytes = address.address.sin6_addr
        return unsafe withUnsafeBytes(of: &bytes) { unsafe $0.prefix(8).map { String($0, radix: 16) } }
            .joined(separator: ":")
    }

    /// Reads an address.
    ///
    /// One of IPv4 that is written as one of IPv6, as a socket for both gives it, is the former.
    private static func parsed(_ text: String) -> SocketAddress? {
        let mapped = "::ffff:"
        if text.lowercased().hasPrefix(mapped),
            let address = try? SocketAddress(ipAddress: String(text.dropFirst(mapped.count)), port: 0),
            case .v4 = address
        {
            return address
        }
        return try? SocketAddress(ipAddress: text, port: 0)
    }

    /// The address in `198.51.100.7:1234`, `[2001:db8::1]:1234` and `[2001:db8::1]`, which some proxies write.
    private static func withoutPort(_ text: Substring) -> String? {
        var (address, port) = (text, Substring())
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            address = text[..<end].dropFirst()
            port = text[end...].dropFirst()
            guard address.contains(":") else { return nil }
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            address = text[..<colon]
            port = text[colon...]
        }
        guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return nil }
        return String(address)
    }
}

extension Request {
    /// Whether a proxy has passed on the request.
    var isForwarded: Bool { forwardedFor != nil }

    fileprivate var forwardedFor: String? { HTTPField.Name("X-Forwarded-For").flatMap { headers[$0] } }
}
