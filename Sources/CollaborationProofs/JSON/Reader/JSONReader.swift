/// Reads a JSON text (RFC 8259) from front to back, by the rules of I-JSON (RFC 7493).
///
/// The text is UTF-8 without a byte-order mark, and has no lone surrogate, no noncharacter, no object with one name
/// twice, and nothing beyond ``JSONLimits``. Nothing recurses on the input. The time is linear in the size of
/// the text. Nothing is allocated but the values that are read, and the names of unknown members.
///
/// The reader does not hold the text, since a struct that holds a span needs an experimental feature of the
/// language. Each function is given the whole text.
struct JSONReader {
    /// The offset of the byte that is read next.
    var offset = 0

    /// The number of arrays and objects that are open.
    var depth = 0

    /// The names of unknown members in the objects that are open.
    var unknownNames = JSONNames()

    /// Reads a text that is one value.
    ///
    /// The text is not copied if its storage is contiguous.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - byteCountLimit: The greatest size of the text.
    ///   - readValue: Reads the value.
    /// - Returns: What `readValue` returns.
    /// - Throws: The first rule that the text breaks.
    static func read<Value>(
        _ text: some Collection<UInt8>,
        byteCountLimit: Int = JSONLimits.byteCount,
        value readValue: (inout JSONReader, Span<UInt8>) throws(MalformedJSONError) -> Value
    ) throws(MalformedJSONError) -> Value {
        try withSpan(of: text) { json throws(MalformedJSONError) in
            try read(json, byteCountLimit: byteCountLimit, value: readValue)
        }
    }

    /// Calls `body` with the bytes of a collection as a span, and copies them only if they are not contiguous.
    static func withSpan<Value>(
        of bytes: some Collection<UInt8>,
        _ body: (Span<UInt8>) throws(MalformedJSONError) -> Value
    ) throws(MalformedJSONError) -> Value {
        let result = bytes.withContiguousStorageIfAvailable { buffer in
            // Safe: the buffer is valid until this closure returns, and a span cannot leave `body`.
            let span = unsafe buffer.span
            do throws(MalformedJSONError) {
                return Result<Value, MalformedJSONError>.success(try body(span))
            } catch {
                return .failure(error)
            }
        }
        guard let result else { return try body(ContiguousArray(bytes).span) }
        return try result.get()
    }

    /// Reads a text that is one value, as the function for collections does.
    static func read<Value>(
        _ json: Span<UInt8>,
        byteCountLimit: Int = JSONLimits.byteCount,
        value readValue: (inout JSONReader, Span<UInt8>) throws(MalformedJSONError) -> Value
    ) throws(MalformedJSONError) -> Value {
        guard json.count <= byteCountLimit else { throw MalformedJSONError(.tooLarge, at: byteCountLimit) }
        if json.count >= 3, json[0] == 0xef, json[1] == 0xbb, json[2] == 0xbf {
            throw MalformedJSONError(.byteOrderMark, at: 0)
        }
        var reader = JSONReader()
        let value = try readValue(&reader, json)
        reader.skipWhitespace(in: json)
        guard reader.offset == json.count else { throw reader.error(.notJSON) }
        return value
    }

    /// The error for a rule that is broken at this place.
    func error(_ rule: MalformedJSONError.Rule) -> MalformedJSONError {
        MalformedJSONError(rule, at: offset)
    }

    /// The byte that is read next.
    func peek(in json: Span<UInt8>) throws(MalformedJSONError) -> UInt8 {
        guard offset < json.count else { throw error(.notJSON) }
        return json[offset]
    }

    /// Reads a byte if it is the given one.
    mutating func skip(_ character: Unicode.Scalar, in json: Span<UInt8>) -> Bool {
        guard offset < json.count, json[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Reads a byte, which must be the given one.
    mutating func require(_ character: Unicode.Scalar, in json: Span<UInt8>) throws(MalformedJSONError) {
        guard skip(character, in: json) else { throw error(.notJSON) }
    }

    /// Reads any spaces, tabs and ends of lines.
    mutating func skipWhitespace(in json: Span<UInt8>) {
        while offset < json.count {
            switch json[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
            default: return
            }
        }
    }

    /// Goes to the first byte of a value and gives the kind of the value.
    mutating func nextKind(in json: Span<UInt8>) throws(MalformedJSONError) -> JSONKind {
        skipWhitespace(in: json)
        guard let kind = JSONKind(firstByte: try peek(in: json)) else { throw error(.notJSON) }
        return kind
    }
}

/// A kind of JSON value, which its first byte tells.
enum JSONKind {
    case object
    case array
    case string
    case number
    case literal

    /// The kind of value that begins with a byte; nil if no value begins with it.
    init?(firstByte: UInt8) {
        switch firstByte {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): self = .literal
        default: return nil
        }
    }
}
