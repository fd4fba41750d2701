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
