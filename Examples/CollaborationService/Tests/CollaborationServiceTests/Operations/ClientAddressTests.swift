import HTTPTypes
import Testing

@testable import CollaborationService

@Suite("Client addresses")
struct ClientAddressTests {
    private func network(
        _ forwarded: String?...,
        connection: String? = "192.0.2.1",
        behindProxy: Bool
    ) throws -> String? {
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        var headers = HTTPFields()
        for case let value? in forwarded { headers.append(HTTPField(name: name, value: value)) }
        return ClientAddress.network(of: headers, connection: connection, behindProxy: behindProxy)
    }

    @Test("Without a proxy the client's address is that of the connection, whatever X-Forwarded-For says")
    func direct() throws {
        #expect(try network("198.51.100.7", behindProxy: false) == "192.0.2.1")
        #expect(try network(nil, connection: "::ffff:192.0.2.1", behindProxy: false) == "192.0.2.1")
        #expect(try network(nil, connection: nil, behindProxy: false) == nil)
    }

    @Test(
        "Behind a proxy the client's address is the last one in all X-Forwarded-For, if that is an address",
        arguments: [
            ("198.51.100.7", "198.51.100.7"), ("10.0.0.1, 198.51.100.7", "198.51.100.7"), (nil, "192.0.2.1"),
            ("", "192.0.2.1"), ("10.0.0.1, someone", "192.0.2.1"), ("198.51.100.7,", "192.0.2.1"),
            ("198.51.100.7\t", "198.51.100.7"), ("198.51.100.7:51234", "198.51.100.7"),
            ("198.51.100.7:", "192.0.2.1"), ("198.51.100.7:x", "192.0.2.1"),
            ("198.51.100.7:65536", "192.0.2.1"), ("[198.51.100.7]", "192.0.2.1"), ("[", "192.0.2.1"),
            ("[::ffff:198.51.100.7]:51234", "198.51.100.7"), ("::FFFF:C633:6407", "198.51.100.7"),
            ("::fffe:c633:6407", "0:0:0:0:0:0:0:0"), ("::FFFF:198.51.100.7", "198.51.100.7"),
            ("::1111:198.51.100.7", "0:0:0:0:0:0:0:0"), ("[2001:db8::1", "192.0.2.1"),
            ("[2001:db8::1]x", "192.0.2.1"), ("[2001:db8::1]:", "192.0.2.1"),
        ]
    ) func proxied(forwarded: String?, network expected: String) throws {
        #expect(try network(forwarded, behindProxy: true) == expected)
        if let forwarded { #expect(try network("10.0.0.1", forwarded, behindProxy: true) == expected) }
    }

    @Test("IPv6 addresses with the same first 64 bits count as one client")
    func ipv6() throws {
        let network = try network(nil, connection: "2001:db8::1", behindProxy: false)
        #expect(try self.network(nil, connection: "2001:db8::ffff:2", behindProxy: false) == network)
        #expect(try self.network(nil, connection: "2001:db8:0:1::1", behindProxy: false) != network)
        for forwarded in ["2001:db8::1", "[2001:db8::1]", "10.0.0.1, [2001:db8::1]:443"] {
            #expect(try self.network(forwarded, behindProxy: true) == network)
        }
    }
}
