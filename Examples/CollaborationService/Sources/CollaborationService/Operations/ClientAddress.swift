import HTTPTypes
import NIOCore

/// The address of a client, by which its requests and connections are counted.
enum ClientAddress {
    /// The network of the client that sent a request; nil if nothing says it.
    ///
    /// A proxy has added the address of the client to X-Forwarded-For as the last one. Those before it are what the client says.
    static func network(of headers: HTTPFields, connection: String?, behindProxy: Bool) -> String? {
        let forwarded = behindProxy ? HTTPField.Name("X-Forwarded-For").flatMap { headers[$0] } : nil
        let last = forwarded?.components(separatedBy: ",").last
        return last.flatMap { network(forwarded: $0.trimmingCharacters(in: .whitespaces)) }
            ?? connection.flatMap(network(of:))
    }

    /// The address itself, or the first 64 bits for IPv6: a subscriber has all the addresses behind these.
    ///
    /// One of IPv4 that is written as one of IPv6 (RFC 4291, 2.5.5.2), as a socket for both gives it, is the former.
    static func network(of address: String) -> String? {
        let socket = try? SocketAddress(ipAddress: address, port: 0)
        guard case .v6(let address) = socket else { return socket?.ipAddress }
        // The bytes are copied.
        let bytes = unsafe withUnsafeBytes(of: address.address.sin6_addr) { unsafe [UInt8]($0) }
        let isV4 = bytes.dropLast(4).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        return isV4
            ? bytes.suffix(4).map(\.description).joined(separator: ".")
            : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// Reads an address as proxies write it, such as `198.51.100.7:1234`, `[2001:db8::1]:1234` and `[2001:db8::1]`.
    private static func network(forwarded text: String) -> String? {
        if let network = network(of: text) { return network }
        var host = Substring(text)
        if !host.hasSuffix("]") {
            guard let colon = text.lastIndex(of: ":"), UInt16(text[colon...].dropFirst()) != nil else { return nil }
            host = text[..<colon]
        }
        let isV6 = host.hasPrefix("[") && host.hasSuffix("]")
        return isV6 == host.contains(":") ? network(of: String(isV6 ? host.dropFirst().dropLast() : host)) : nil
    }
}
