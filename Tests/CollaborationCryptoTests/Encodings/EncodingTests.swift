import CollaborationCrypto
import CollaborationTesting
import Foundation
import Testing

@Suite("Encodings")
struct EncodingTests {
    private static let inDER = [Encoding.keyInDER, .signatureInDER]

    private static let noise: [UInt8] = {
        var generator = SeededGenerator("noise")
        return (0..<1 << 20).map { _ in .random(in: .min ... .max, using: &generator) }
    }()

    @Test(
        "Bytes are read from any collection, also from one whose storage is not contiguous",
        arguments: Encoding.ofFixedLength + inDER + Encoding.hashed
    ) func collections(encoding: Encoding) throws {
        let (bytes, middle) = (encoding.bytes, encoding.bytes.count / 2)
        let expected = try encoding.read(bytes)
        let collections: [any Collection<UInt8>] = [
            ([9] + bytes + [9])[1...bytes.count], ContiguousArray(bytes), Data([9] + bytes).dropFirst(),
            bytes.lazy.map { $0 }, [bytes[..<middle], [], bytes[middle...]].joined(), AnyCollection(bytes),
        ]
        for collection in collections { #expect(try encoding.read(collection) == expected, "\(type(of: collection))") }
    }

    @Test("An encoding of one length is refused at every other length", arguments: Encoding.ofFixedLength)
    func otherLengths(encoding: Encoding) {
        let expected = encoding.bytes.count
        for count in Array(0...200) + [1 << 20] where count != expected {
            #expect(throws: CryptoError.wrongLength(expected: expected, found: count)) {
                try encoding.read((encoding.bytes.prefix(1) + Self.noise).prefix(count))
            }
        }
    }

    @Test("DER is refused when it is truncated or when a bit of a tag or a length is flipped", arguments: inDER)
    func damagedDER(encoding: Encoding) {
        let good = encoding.bytes
        for count in 0..<good.count {
            #expect(throws: CryptoError.self, "the first \(count) bytes") {
                try encoding.read(good.prefix(count))
            }
        }
        // The header of a key, or those of a sequence and its first integer.
        let headerByteCount = good.count == 91 ? 27 : 4
        for bit in 0..<headerByteCount * 8 {
            var flipped = good
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError.self, "bit \(bit)") { try encoding.read(flipped) }
        }
    }

    @Test("DER is refused when it is a megabyte of noise", arguments: inDER)
    func megabyte(encoding: Encoding) {
        let length = Self.noise.count + 2
        let lengthBytes = [length >> 16, length >> 8, length].map { UInt8(truncatingIfNeeded: $0) }
        let beginnings: [[UInt8]] = [
            [], [0x30], [0x30, 0x80], [0x30, 0x83] + lengthBytes + [2, 0x83, 0x10, 0, 0],
            [0x30, 0x88] + [UInt8](repeating: 0xff, count: 8),
            [0x30, 0x88, 0x7f] + [UInt8](repeating: 0xff, count: 7),
        ]
        for beginning in beginnings {
            #expect(throws: CryptoError.self, "\(beginning)") { try encoding.read(beginning + Self.noise) }
        }
    }
}
