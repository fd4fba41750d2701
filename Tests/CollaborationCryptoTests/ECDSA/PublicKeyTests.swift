import CollaborationCrypto
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("P-256 public keys")
struct PublicKeyTests {
    typealias PublicKey = P256.Signing.PublicKey

    /// The generator of the curve (FIPS 186-4, D.1.2.3): the public key of the private scalar 1.
    static let x = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    static let y = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
    static let derHeader = "3059301306072a8648ce3d020106082a8648ce3d030107034200"

    @Test("A public key has four encodings of one point")
    func fourEncodings() throws {
        let key = try PublicKey(x963Representation: Hexadecimal("04" + Self.x + Self.y).bytes)
        #expect(key.x963Representation.hexadecimal == "04" + Self.x + Self.y)
        #expect(key.compressedRepresentation.hexadecimal == "03" + Self.x)
        #expect(key.rawRepresentation.hexadecimal == Self.x + Self.y)
        #expect(key.derRepresentation.hexadecimal == Self.derHeader + "04" + Self.x + Self.y)
    }

    @Test("A public key survives round trips through its four encodings")
    func roundTrips() throws {
        let cases = try ECDSACaseFile.wellFormedCases()
        for (bytes, example) in Dictionary(grouping: cases, by: \.key).compactMapValues(\.first) {
            let key = try example.publicKey()
            let encoded =
                switch example.keyEncoding {
                case .x963: key.x963Representation
                case .compressed: key.compressedRepresentation
                case .raw: key.rawRepresentation
                case .der: key.derRepresentation
                }
            #expect(encoded == bytes.bytes, "\(example.id)")
            let again = [
                try PublicKey(x963Representation: key.x963Representation),
                try PublicKey(compressedRepresentation: key.compressedRepresentation),
                try PublicKey(rawRepresentation: key.rawRepresentation),
                try PublicKey(derRepresentation: key.derRepresentation),
            ]
            #expect(Set(again) == [key], "\(example.id)")
        }
    }

    @Test("Two public keys with one x and different y are not equal")
    func parity() throws {
        let even = try PublicKey(compressedRepresentation: Hexadecimal("02" + Self.x).bytes)
        let odd = try PublicKey(compressedRepresentation: Hexadecimal("03" + Self.x).bytes)
        #expect(even != odd)
        #expect(even.rawRepresentation.prefix(32) == odd.rawRepresentation.prefix(32))
        #expect(even.rawRepresentation != odd.rawRepresentation)
    }

    @Test("Different public keys have different hash values, so that a set of keys stays fast")
    func hashValues() throws {
        let keys = Set(try ECDSACaseFile.wellFormedCases().map { try $0.publicKey() })
        #expect(keys.count > 50)
        #expect(Set(keys.map(\.hashValue)).count == keys.count)
    }

    @Test("A public key can be read from any collection of bytes")
    func collections() throws {
        let bytes = try Hexadecimal("04" + Self.x + Self.y).bytes
        let key = try PublicKey(x963Representation: bytes)
        #expect(try PublicKey(x963Representation: Data(bytes)) == key)
        #expect(try PublicKey(x963Representation: bytes.lazy.map { $0 }) == key)
        #expect(try PublicKey(rawRepresentation: bytes[1...]) == key)
        #expect(try PublicKey(rawRepresentation: Data(bytes).dropFirst()) == key)
        #expect(try PublicKey(compressedRepresentation: Data(key.compressedRepresentation)) == key)
        #expect(try PublicKey(derRepresentation: ([0] + key.derRepresentation)[1...]) == key)
    }

    @Test("The error of a malformed public key names the broken rule")
    func malformed() throws {
        for example in try ECDSACaseFile.cases(.malformedKey) {
            let error = #expect(throws: CryptoError.self, "\(example.id): \(example.comment)")
            {
                try example.publicKey()
            }
            if let expected = example.error {
                #expect(error?.ruleName == expected, "\(example.id): \(example.comment)")
            }
        }
    }

    @Test("The x9.63, compressed and raw encodings of a public key each have one length")
    func everyLength() throws {
        for count in 0...200 {
            let bytes = [4] + [UInt8](repeating: 1, count: count)
            for (expected, parse) in Self.fixedForms where bytes.count != expected {
                #expect(
                    throws: CryptoError.wrongLength(expected: expected, found: bytes.count)
                ) {
                    try parse(bytes)
                }
            }
        }
    }

    private static let fixedForms: [(Int, @Sendable ([UInt8]) throws -> PublicKey)] = [
        (65, { try PublicKey(x963Representation: $0) }),
        (33, { try PublicKey(compressedRepresentation: $0) }),
        (64, { try PublicKey(rawRepresentation: $0) }),
    ]

    @Test("The first octet of an encoded public key must name the form")
    func everyForm() throws {
        let full = try Hexadecimal(Self.x + Self.y).bytes
        for form in UInt8.min...UInt8.max where form != 4 {
            #expect(throws: CryptoError.unexpectedForm(form)) {
                try PublicKey(x963Representation: [form] + full)
            }
        }
        for form in UInt8.min...UInt8.max where form != 2 && form != 3 {
            #expect(throws: CryptoError.unexpectedForm(form)) {
                try PublicKey(compressedRepresentation: [form] + full.prefix(32))
            }
        }
    }

    @Test("Reading a public key from truncated DER or from DER with a flipped header bit throws")
    func everyHeader() throws {
        let good = try Hexadecimal(Self.derHeader + "04" + Self.x + Self.y).bytes
        for count in 0..<good.count {
            #expect(throws: CryptoError.self, "the first \(count) bytes") {
                try PublicKey(derRepresentation: good.prefix(count))
            }
        }
        for bit in 0..<27 * 8 {
            var flipped = good
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError.self, "bit \(bit)") {
                try PublicKey(derRepresentation: flipped)
            }
        }
    }

    private static let noise: [UInt8] = {
        var generator = SeededGenerator("noise")
        return generator.bytes(1 << 20)
    }()

    @Test(
        "Reading a public key from a megabyte of noise throws",
        arguments: [0x00, 0x02, 0x04, 0x30, 0xff] as [UInt8]
    )
    func megabyte(beginning first: UInt8) {
        let bytes = [first] + Self.noise
        for (expected, parse) in Self.fixedForms {
            #expect(throws: CryptoError.wrongLength(expected: expected, found: bytes.count)) {
                try parse(bytes)
            }
        }
        #expect(throws: CryptoError.self) { try PublicKey(derRepresentation: bytes) }
    }
}
