extension JSONReader {
    /// Reads a string of base64 and gives its bytes to `body`.
    ///
    /// The base64 is that of RFC 4648, section 4, in its one canonical form: padded, with nothing else between the
    /// characters, and with zeros for the bits that belong to no byte. Up to 1 KiB of bytes lies on the stack.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - body: Takes what it needs from the bytes.
    /// - Returns: What `body` returns.
    /// - Throws: The first rule that the string breaks.
    mutating func readBase64<Value>(
        in json: Span<UInt8>,
        _ body: (Span<UInt8>) -> Value
    ) throws(MalformedJSONError) -> Value {
        guard try nextKind(in: json) == .string else { throw error(.notString) }
        let text = try readText(in: json)
        guard text.byteCount & 3 == 0 else { throw MalformedJSONError(.notBase64, at: text.end) }
        let capacity = text.byteCount / 4 * 3
        let result = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            // Safe: the buffer is initialized before a span shows it, and outlives the spans, which cannot leave
            // the calls that take them.
            unsafe buffer.initialize(repeating: 0)
            var bytes = unsafe buffer.mutableSpan
            do throws(MalformedJSONError) {
                let count = try Self.decodeBase64(text, in: json, to: &bytes)
                return Result<Value, MalformedJSONError>.success(body(bytes.span.extracting(first: count)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Decodes a string with a multiple of four characters, and gives the number of bytes.
    private static func decodeBase64(
        _ text: JSONText,
        in json: Span<UInt8>,
        to bytes: inout MutableSpan<UInt8>
    ) throws(MalformedJSONError) -> Int {
        var reader = JSONReader(offset: text.start)
        var count = 0
        while true {
            reader.decodePlainGroups(before: text.end, in: json, to: &bytes, count: &count)
            guard reader.offset < text.end else { return count }
            let start = reader.offset
            let (group, padding) = try reader.readGroup(in: json)
            let unused = group & (1 << (8 * UInt32(padding)) - 1)
            guard padding == 0 || (reader.offset == text.end && unused == 0) else {
                throw MalformedJSONError(.notBase64, at: start)
            }
            for index in 0..<3 - padding {
                bytes[count + index] = UInt8(truncatingIfNeeded: group >> (16 - 8 * UInt32(index)))
            }
            count += 3 - padding
        }
    }

    /// Decodes groups of four characters up to one with an escape, padding or no base64; nearly all are plain.
    private mutating func decodePlainGroups(
        before end: Int,
        in json: Span<UInt8>,
        to bytes: inout MutableSpan<UInt8>,
        count: inout Int
    ) {
        var position = offset
        while end - position >= 4 {
            let (a, b) = (Self.sextet(json[position]), Self.sextet(json[position + 1]))
            let (c, d) = (Self.sextet(json[position + 2]), Self.sextet(json[position + 3]))
            guard a | b | c | d < 64 else { break }
            bytes[count] = a << 2 | b >> 4
            bytes[count + 1] = b << 4 | c >> 2
            bytes[count + 2] = c << 6 | d
            count += 3
            position += 4
        }
        offset = position
    }

    /// Reads four characters, of which the last two may be padding.
    private mutating func readGroup(
        in json: Span<UInt8>
    ) throws(MalformedJSONError) -> (group: UInt32, padding: Int) {
        var (group, padding): (UInt32, Int) = (0, 0)
        for position in 0..<4 {
            let start = offset
            let character = try readCharacter(in: json)
            let value = Self.sextet(UInt8(exactly: character.value) ?? 0)
            if character == "=", position >= 2 {
                padding += 1
            } else if padding > 0 || value >= 64 {
                throw MalformedJSONError(.notBase64, at: start)
            }
            group = group << 6 | UInt32(padding == 0 ? value : 0)
        }
        return (group, padding)
    }

    /// The six bits that a character of base64 stands for, more than 63 for any other character.
    private static func sextet(_ character: UInt8) -> UInt8 {
        character < 0x80 ? sextets[Int(character)] : 99
    }

    /// The six bits for each ASCII character, or 99 for a character that is not in the base64 alphabet.
    private static let sextets: [UInt8] = [
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 62, 99, 99, 99, 63,
        52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 99, 99, 99, 99, 99, 99,
        99, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
        15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 99, 99, 99, 99, 99,
        99, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
        41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 99, 99, 99, 99, 99,
    ]
}
