import CollaborationCrypto
import CollaborationTestSupport
import Testing

@Suite("SHA-256 digests")
struct SHA256DigestTests {
    static let bytes = (0..<32).map { UInt8($0 * 8 + 1) }

    @Test("A digest keeps the 32 bytes that it is made from")
    func roundTrip() throws {
        let digest = try SHA256Digest(rawRepresentation: Self.bytes)
        #expect(digest.rawRepresentation == Self.bytes)
        #expect(Array(digest) == Self.bytes)
        #expect(digest.description == Self.bytes.hexadecimal)
        #expect(SHA256Digest.byteCount == 32)
    }

    @Test("A digest can be made from any collection of 32 bytes")
    func collections() throws {
        let digest = try SHA256Digest(rawRepresentation: Self.bytes)
        #expect(try SHA256Digest(rawRepresentation: ([9] + Self.bytes + [9])[1..<33]) == digest)
        #expect(try SHA256Digest(rawRepresentation: Self.bytes.lazy.map { $0 }) == digest)
    }

    @Test(
        "A digest cannot be made from another number of bytes than 32",
        arguments: [0, 1, 16, 31, 33, 64, 1 << 20]
    )
    func otherLengths(count: Int) {
        #expect(throws: CryptoError.wrongLength(expected: 32, found: count)) {
            try SHA256Digest(rawRepresentation: [UInt8](repeating: 7, count: count))
        }
    }

    @Test("Digests that differ in one bit are not equal")
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
