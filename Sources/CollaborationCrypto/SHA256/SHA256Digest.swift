/// A SHA-256 digest: 32 bytes.
///
/// `==` compares in constant time.
public struct SHA256Digest: Hashable, Sendable {
    /// The number of bytes in a digest, 32.
    public static let byteCount = 32

    /// The eight words of the hash value (FIPS 180-4, 6.2.2), each of four bytes, most significant first.
    let words: SHA256State
}

extension SHA256Digest {
    /// Reads a digest that was computed elsewhere.
    ///
    /// - Parameter rawRepresentation: 32 bytes.
    /// - Throws: `CryptoError.wrongLength` for any other number of bytes.
    @inlinable
    public init(rawRepresentation: some Collection<UInt8>) throws(CryptoError) {
        self = try withSpan(of: rawRepresentation, Self.init(raw:))
    }

    @usableFromInline
    init(raw bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == Self.byteCount else {
            throw .wrongLength(expected: Self.byteCount, found: bytes.count)
        }
        let words = SHA256State(
            a: UInt32(bigEndian: bytes, at: 0),
            b: UInt32(bigEndian: bytes, at: 4),
            c: UInt32(bigEndian: bytes, at: 8),
            d: UInt32(bigEndian: bytes, at: 12),
            e: UInt32(bigEndian: bytes, at: 16),
            f: UInt32(bigEndian: bytes, at: 20),
            g: UInt32(bigEndian: bytes, at: 24),
            h: UInt32(bigEndian: bytes, at: 28)
        )
        self.init(words: words)
    }

    /// The 32 bytes of the digest.
    public var rawRepresentation: [UInt8] {
        integer.bigEndianBytes
    }

    /// The digest as an integer, with its first byte as the most significant.
    var integer: UInt256 { words.integer }
}

extension SHA256State: Hashable {
    fileprivate var integer: UInt256 {
        UInt256(
            UInt64(g) &<< 32 | UInt64(h),
            UInt64(e) &<< 32 | UInt64(f),
            UInt64(c) &<< 32 | UInt64(d),
            UInt64(a) &<< 32 | UInt64(b)
        )
    }

    /// Compares two digests in constant time, without a branch on their bytes.
    static func == (a: Self, b: Self) -> Bool {
        let (x, y) = (a.integer, b.integer)
        return (x.l0 ^ y.l0) | (x.l1 ^ y.l1) | (x.l2 ^ y.l2) | (x.l3 ^ y.l3) == 0
    }

    /// Hashes the 32 bytes.
    func hash(into hasher: inout Hasher) {
        hasher.combine(integer)
    }
}

extension SHA256Digest {
    /// Whether the bytes come before those of another digest.
    package func precedes(_ other: SHA256Digest) -> Bool {
        integer < other.integer
    }
}

extension SHA256Digest: Sequence {
    /// Returns an iterator over the 32 bytes.
    public func makeIterator() -> IndexingIterator<[UInt8]> {
        rawRepresentation.makeIterator()
    }
}

extension SHA256Digest: CustomStringConvertible {
    /// The digest in lower-case hexadecimal, 64 characters.
    public var description: String { hexadecimalDigits }
}

extension Sequence<UInt8> {
    /// The bytes in lower-case hexadecimal.
    package var hexadecimalDigits: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
