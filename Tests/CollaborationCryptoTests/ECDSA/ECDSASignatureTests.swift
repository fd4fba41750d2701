import CollaborationCrypto
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("ECDSA signatures")
struct ECDSASignatureTests {
    typealias Signature = P256.Signing.ECDSASignature

    /// n - 1, the largest r and s.
    static let largest = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"

    @Test("A signature survives round trips through DER and raw bytes")
    func roundTrips() throws {
        for example in try ECDSACaseFile.wellFormedCases() {
            let signature = try example.ecdsaSignature()
            let encoded =
                example.signatureEncoding == .der ? signature.derRepresentation : signature.rawRepresentation
            #expect(encoded == example.signature.bytes, "\(example.id)")
            #expect(
                try Signature(derRepresentation: signature.derRepresentation) == signature,
                "\(example.id)"
            )
            #expect(
                try Signature(rawRepresentation: signature.rawRepresentation) == signature,
                "\(example.id)"
            )
        }
    }

    /// X.690, 8.3: the fewest octets, and a zero octet first if the value would be negative without it.
    @Test("The DER of a signature is minimal for r and s of every size")
    func everySize() throws {
        for bit in 0..<256 {
            var r = [UInt8](repeating: 0, count: 32)
            r[31 - bit / 8] = 1 << (bit % 8)
            let signature = try Signature(rawRepresentation: r + r)
            let shortest = Array(r.drop { $0 == 0 })
            let content = bit % 8 == 7 ? [0] + shortest : shortest
            let integer = [2, UInt8(content.count)] + content
            #expect(
                signature.derRepresentation == [0x30, UInt8(integer.count * 2)] + integer + integer,
                "2^\(bit)"
            )
            #expect(try Signature(derRepresentation: signature.derRepresentation) == signature, "2^\(bit)")
        }
    }

    @Test("The DER of the largest signature has 72 bytes")
    func largestDER() throws {
        let signature = try Signature(rawRepresentation: Hexadecimal(Self.largest + Self.largest).bytes)
        #expect(signature.derRepresentation.hexadecimal == "3046022100\(Self.largest)022100\(Self.largest)")
    }

    @Test("A signature can be read from any collection of bytes")
    func collections() throws {
        let raw = [UInt8](1...64)
        let signature = try Signature(rawRepresentation: raw)
        let der = signature.derRepresentation
        #expect(try Signature(rawRepresentation: Data([0] + raw).dropFirst()) == signature)
        #expect(try Signature(rawRepresentation: raw.lazy.map { $0 }) == signature)
        #expect(try Signature(derRepresentation: Data([0] + der).dropFirst()) == signature)
        #expect(try Signature(derRepresentation: ([0] + der + [0])[1...der.count]) == signature)
        #expect(try Signature(derRepresentation: der.lazy.map { $0 }) == signature)
    }

    @Test("The error of a malformed signature names the broken rule")
    func malformed() throws {
        for example in try ECDSACaseFile.cases(.malformedSignature) {
            let error = #expect(throws: CryptoError.self, "\(example.id): \(example.comment)")
            {
                try example.ecdsaSignature()
            }
            if let expected = example.error {
                #expect(error?.ruleName == expected, "\(example.id): \(example.comment)")
            }
        }
    }

    @Test("A DER length of 2⁶⁴ or more is truncated whatever its low 64 bits are")
    func immenseLength() {
        let integers: [UInt8] = [2, 1, 1, 2, 1, 1]
        let length: [UInt8] = [0x89, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(integers.count)]
        #expect(throws: CryptoError.truncated) {
            try Signature(derRepresentation: [0x30] + length + integers)
        }
    }

    @Test(
        "The error of malformed DER tells lengths, tags and integers apart that differ by one",
        arguments: [
            ([0x31, 0], .unexpectedTag(expected: 0x30, found: 0x31)),
            ([0x30, 0x7f, 2], .truncated), ([0x30, 0x80], .indefiniteLength),
            ([0x30, 0x81, 0x7f], .nonMinimalLength), ([0x30, 0x81, 0x80], .truncated),
            ([0x30, 7, 2, 2, 0, 0x7f, 2, 1, 1], .nonMinimalInteger),
        ] as [([UInt8], CryptoError)]
    )
    func limitsOfDER(der: [UInt8], error: CryptoError) {
        #expect(throws: error) {
            try Signature(derRepresentation: der)
        }
    }

    @Test("A signature has r and s from 1 to n - 1")
    func limits() throws {
        let one = String(repeating: "0", count: 63) + "1"
        let zero = String(repeating: "0", count: 64)
        let order = String(Self.largest.dropLast() + "1")
        for (r, s) in [(one, one), (one, Self.largest), (Self.largest, one), (Self.largest, Self.largest)] {
            #expect(throws: Never.self) { try Signature(rawRepresentation: Hexadecimal(r + s).bytes) }
        }
        for (r, s) in [(zero, one), (one, zero), (order, one), (one, order), (order, order)] {
            #expect(throws: CryptoError.scalarOutOfRange) {
                try Signature(rawRepresentation: Hexadecimal(r + s).bytes)
            }
        }
    }

    @Test("A raw signature has exactly 64 bytes")
    func everyLength() {
        for count in 0...200 where count != 64 {
            #expect(throws: CryptoError.wrongLength(expected: 64, found: count)) {
                try Signature(rawRepresentation: [UInt8](repeating: 1, count: count))
            }
        }
    }

    /// In strict DER each value has one encoding, so parsing and encoding again gives the same bytes.
    @Test("Every signature that is read from DER is written back as the same bytes")
    func oneEncoding() throws {
        let good = try #require(ECDSACaseFile.cases(.valid).first { $0.signatureEncoding == .der }).signature
            .bytes
        for count in 0..<good.count {
            #expect(throws: CryptoError.self, "the first \(count) bytes") {
                try Signature(derRepresentation: good.prefix(count))
            }
        }
        var generator = SeededGenerator("mutations")
        for _ in 0..<3_000 {
            var changed = good
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<changed.count, using: &generator)
                changed[index] = UInt8.random(in: 0...255, using: &generator)
            }
            if let signature = try? Signature(derRepresentation: changed) {
                #expect(signature.derRepresentation == changed)
            }
        }
        for bit in 0..<32 {
            var flipped = good
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError.self, "bit \(bit)") {
                try Signature(derRepresentation: flipped)
            }
        }
    }

    @Test("Reading a signature from a megabyte of noise throws")
    func megabyte() {
        var generator = SeededGenerator("noise")
        let noise = generator.bytes(1 << 20)
        let length = noise.count + 2
        let beginnings: [[UInt8]] = [
            [],
            [0x30],
            [0x30, 0x80],
            [
                0x30, 0x83, UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255), 2, 0x83, 0x10,
                0, 0,
            ],
            [0x30, 0x88] + [UInt8](repeating: 0xff, count: 8),
            [0x30, 0x88, 0x7f] + [UInt8](repeating: 0xff, count: 7),
        ]
        for beginning in beginnings {
            #expect(throws: CryptoError.self, "\(beginning)") {
                try Signature(derRepresentation: beginning + noise)
            }
        }
        #expect(throws: CryptoError.wrongLength(expected: 64, found: noise.count)) {
            try Signature(rawRepresentation: noise)
        }
    }
}
