/// Reads DER (X.690) element by element.
struct DERReader {
    private var position: Int
    private let end: Int

    /// The tags that occur in keys and signatures.
    enum Tag: UInt8 {
        case integer = 0x02
        case bitString = 0x03
        case sequence = 0x30
    }

    /// Starts at the first byte of a range, which must lie within the bytes that are read.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// Reads an element and returns the range of its content.
    mutating func readElement(_ tag: Tag, of bytes: Span<UInt8>) throws(CryptoError) -> Range<Int> {
        let found = try readByte(of: bytes)
        guard found == tag.rawValue else { throw .unexpectedTag(expected: tag.rawValue, found: found) }
        let length = try readLength(of: bytes)
        guard length <= end - position else { throw .truncated }
        defer { position += length }
        return position..<position + length
    }

    /// Reads an INTEGER that is not negative and returns the range of its bytes without the leading zero byte.
    ///
    /// Zero keeps its one byte.
    mutating func readUnsignedInteger(of bytes: Span<UInt8>) throws(CryptoError) -> Range<Int> {
        let content = try readElement(.integer, of: bytes)
        guard !content.isEmpty else { throw .emptyInteger }
        let first = bytes[content.lowerBound]
        guard first < 0x80 else { throw .negativeInteger }
        guard first == 0, content.count > 1 else { return content }
        guard bytes[content.lowerBound + 1] >= 0x80 else { throw .nonMinimalInteger }
        return content.dropFirst()
    }

    /// Checks that no bytes are left.
    func finish() throws(CryptoError) {
        guard position == end else { throw .trailingBytes }
    }

    private mutating func readByte(of bytes: Span<UInt8>) throws(CryptoError) -> UInt8 {
        guard position < end else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    /// Reads a length: one byte below 128, or a byte with the high bit set that counts the length bytes after it.
    private mutating func readLength(of bytes: Span<UInt8>) throws(CryptoError) -> Int {
        let first = try readByte(of: bytes)
        guard first >= 0x80 else { return Int(first) }
        guard first > 0x80 else { throw .indefiniteLength }
        var length: UInt64 = 0
        for index in 0..<first - 0x80 {
            let byte = try readByte(of: bytes)
            guard index > 0 || byte > 0 else { throw .nonMinimalLength }
            // Clamp, so that the length cannot overflow: one this large fails as truncated anyway.
            length = min(length << 8 | UInt64(byte), UInt64(Int32.max))
        }
        guard length >= 0x80 else { throw .nonMinimalLength }
        return Int(length)
    }
}

/// Writes DER (X.690) from the inside out: each element wraps content that is already written.
enum DERWriter {
    /// Returns an element.
    ///
    /// Its content must have at most 127 bytes, so that the length takes one byte.
    static func element(_ tag: DERReader.Tag, _ content: [UInt8]) -> [UInt8] {
        [tag.rawValue, UInt8(content.count)] + content
    }

    /// Returns an INTEGER in its shortest form.
    ///
    /// The magnitude has its most significant byte first.
    static func unsignedInteger(_ magnitude: [UInt8]) -> [UInt8] {
        let significant = Array(magnitude.drop { $0 == 0 })
        let needsZero = significant.first.map { $0 >= 0x80 } ?? true
        return element(.integer, (needsZero ? [0] : []) + significant)
    }
}
