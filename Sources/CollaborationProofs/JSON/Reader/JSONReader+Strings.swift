extension JSONReader {
    /// Reads a string.
    mutating func readString(in json: Span<UInt8>) throws(MalformedJSONError) -> String {
        guard try nextKind(in: json) == .string else { throw error(.notString) }
        return try readText(in: json).string(in: json)
    }

    /// Reads a string that identifies something: not empty, and of limited length.
    mutating func readIdentifier(in json: Span<UInt8>) throws(MalformedJSONError) -> JSONText {
        guard try nextKind(in: json) == .string else { throw error(.notString) }
        let text = try readText(in: json)
        guard text.byteCount > 0 else { throw MalformedJSONError(.identifierEmpty, at: text.start - 1) }
        guard text.byteCount <= JSONLimits.identifierByteCount else {
            throw MalformedJSONError(.identifierTooLong, at: text.start - 1)
        }
        return text
    }

    /// Reads a string without taking it out of the text.
    mutating func readText(in json: Span<UInt8>) throws(MalformedJSONError) -> JSONText {
        try require("\"", in: json)
        let start = offset
        var bytesSaved = 0
        while true {
            skipPlainCharacters(in: json)
            guard try peek(in: json) != UInt8(ascii: "\"") else {
                offset += 1
                return JSONText(start: start, end: offset - 1, byteCount: offset - 1 - start - bytesSaved)
            }
            let before = offset
            let character = try readCharacter(in: json)
            bytesSaved += offset - before - UTF8.width(character)
        }
    }

    /// Reads any unescaped characters of one byte, without a call for each.
    private mutating func skipPlainCharacters(in json: Span<UInt8>) {
        var position = offset
        while json.count - position >= 8 {
            // Safe: eight bytes follow, and every pattern of bits is an integer.
            let word = unsafe json.bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
            guard Self.areAllPlain(word) else { break }
            position += 8
        }
        while position < json.count, Self.isPlain(json[position]) { position += 1 }
        offset = position
    }

    /// Tells whether a byte is a character of a string that stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte &- 0x20 < 0x60 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Tells whether that is so for each of eight bytes, in any order.
    ///
    /// A subtraction sets the highest bit of the lowest byte that is less than the subtrahend. Above that byte it may also set others, which
    /// changes nothing.
    private static func areAllPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let controls = word &- 0x20 * ones
        let quotationMarks = (word ^ UInt64(UInt8(ascii: "\"")) * ones) &- ones
        let backslashes = (word ^ UInt64(UInt8(ascii: "\\")) * ones) &- ones
        return (word | controls | quotationMarks | backslashes) & (0x80 * ones) == 0
    }

    /// Reads a character of a string: itself, or its escape.
    mutating func readCharacter(in json: Span<UInt8>) throws(MalformedJSONError) -> Unicode.Scalar {
        let start = offset
        let first = try peek(in: json)
        let character: Unicode.Scalar
        switch first {
        case UInt8(ascii: "\\"): character = try readEscape(in: json)
        case 0x20..<0x80:
            offset += 1
            return Unicode.Scalar(first)
        case 0x80...: character = try readMultibyteCharacter(in: json)
        default: throw error(.notJSON)
        }
        guard character.value & 0xfffe != 0xfffe, !(0xfdd0...0xfdef).contains(character.value) else {
            throw MalformedJSONError(.forbiddenCharacter, at: start)
        }
        return character
    }

    /// Reads a character of two to four bytes (RFC 3629, section 4).
    private mutating func readMultibyteCharacter(
        in json: Span<UInt8>
    ) throws(MalformedJSONError) -> Unicode.Scalar {
        let first = UInt32(json[offset])
        let (length, least, bits): (Int, UInt32, UInt32) =
            switch first {
            case 0xc0..<0xe0: (2, 0x80, first & 0x1f)
            case 0xe0..<0xf0: (3, 0x800, first & 0x0f)
            case 0xf0..<0xf8: (4, 0x1_0000, first & 0x07)
            default: throw error(.notUTF8)
            }
        guard length <= json.count - offset else { throw error(.notUTF8) }
        var value = bits
        for index in 1..<length {
            let byte = json[offset + index]
            guard byte & 0xc0 == 0x80 else { throw error(.notUTF8) }
            value = value << 6 | UInt32(byte & 0x3f)
        }
        guard value >= least, let character = Unicode.Scalar(value) else { throw error(.notUTF8) }
        offset += length
        return character
    }

    /// Reads an escape, or two that are a surrogate pair.
    private mutating func readEscape(in json: Span<UInt8>) throws(MalformedJSONError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        let letter = try peek(in: json)
        if letter == UInt8(ascii: "u") {
            let unit = try readCodeUnit(in: json)
            if let character = Unicode.Scalar(unit) { return character }
            guard unit < 0xdc00, skip("\\", in: json), try peek(in: json) == UInt8(ascii: "u") else {
                throw MalformedJSONError(.forbiddenCharacter, at: start)
            }
            let low = try readCodeUnit(in: json)
            guard 0xdc00..<0xe000 ~= low,
                let character = Unicode.Scalar(0x1_0000 + (unit - 0xd800) << 10 + (low - 0xdc00))
            else { throw MalformedJSONError(.forbiddenCharacter, at: start) }
            return character
        }
        let character: Unicode.Scalar
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): character = Unicode.Scalar(letter)
        case UInt8(ascii: "b"): character = "\u{8}"
        case UInt8(ascii: "f"): character = "\u{c}"
        case UInt8(ascii: "n"): character = "\n"
        case UInt8(ascii: "r"): character = "\r"
        case UInt8(ascii: "t"): character = "\t"
        default: throw error(.notJSON)
        }
        offset += 1
        return character
    }

    /// Reads the letter u and four hexadecimal digits.
    private mutating func readCodeUnit(in json: Span<UInt8>) throws(MalformedJSONError) -> UInt32 {
        offset += 1
        var unit: UInt32 = 0
        for _ in 0..<4 {
            let byte = try peek(in: json)
            let digit =
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
                case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
                default: throw error(.notJSON)
                }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }
}
