import CollaborationCrypto
import CollaborationTestSupport
import Testing

@Suite("A SHA-256 digest")
struct SHA256DigestTests {
    static let bytes = (0..<32).map { UInt8($0 * 8 + 1) }

    @Test("is the 32 bytes that it was made from")
    func roundTrip() throws {
        let digest = try SHA256Digest(rawRepresentation: Self.bytes)
        #expect(digest.rawRepresentation == Self.bytes)
        #expect(Array(digest) == Self.bytes)
        #expect(digest.description == Self.bytes.hexadecimal)
        #expect(SHA256Digest.byteCount == 32)
    }

    @Test("is made from a slice or a lazy collection as well")
    func collections() throws {
        let digest = try SHA256Digest(rawRepresentation: Self.bytes)
        #expect(try SHA256Digest(rawRepresentation: ([9] + Self.bytes + [9])[1..<33]) == digest)
        #expect(try SHA256Digest(rawRepresentation: Self.bytes.lazy.map { $0 }) == digest)
    }

    @Test("is refused at any other length", arguments: [0, 1, 16, 31, 33, 64, 1 << 20])
    func otherLengths(count: Int) {
        #expect(throws: SHA256DigestError.wrongLength(expected: 32, found: count)) {
            try SHA256Digest(rawRepresentation: [UInt8](repeating: 7, count: count))
        }
    }

    @Test("differs when any bit does")
    func everyBit() throws {
        let digest = try SHA256Digest(rawRepresentation: Self.bytes)
        let others = try (0..<256).map { bit in
            var changed = Self.bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            return try SHA256Digest(rawRepresentation: changed)
        }
        #expect(!others.contains(digest))
        #expect(Set(others + others + [digest]).count == 257)
    }
}
