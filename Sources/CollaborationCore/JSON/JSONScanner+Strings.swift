extension JSONScanner {
    /// Reads a string, replaces its escapes by their characters, and returns the offset after its last character.
    mutating func scanString() throws(CollaborationError) -> Int {
        try require("\"")
        var end = offset
        while true {
            let byte = try peek()
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return end
            case UInt8(ascii: "\\"):
                let start = offset
                let character = try scanEscape()
                try check(character, at: start)
                for byte in character.utf8 {
                    text[end] = byte
                    end += 1
                }
            case 0x20..<0x80: move(byteCount: 1, to: &end)
            case 0x80...: move(byteCount: try byteCountOfCharacter(), to: &end)
            default: throw error(.notJSON)
            }
        }
    }

    /// Reads bytes, and moves them to the end of the characters that were read before.
    private mutating func move(byteCount: Int, to end: inout Int) {
        if end != offset {
            for index in 0..<byteCount { text[end + index] = text[offset + index] }
        }
        offset += byteCount
        end += byteCount
    }

    private func check(_ character: Unicode.Scalar, at start: Int) throws(CollaborationError) {
        guard !character.isNoncharacter else { throw .malformed(.init(.forbiddenCharacter, at: start)) }
    }

    /// Checks the next character, which has two to four bytes (RFC 3629, section 4), and returns their number.
    private func byteCountOfCharacter() throws(CollaborationError) -> Int {
        let first = UInt32(text[offset])
        let (byteCount, least, bits): (Int, UInt32, UInt32) =
            switch first {
            case 0xc0..<0xe0: (2, 0x80, first & 0x1f)
            case 0xe0..<0xf0: (3, 0x800, first & 0x0f)
            case 0xf0..<0xf8: (4, 0x1_0000, first & 0x07)
            default: throw error(.notUTF8)
            }
        guard byteCount <= text.count - offset else { throw error(.notUTF8) }
        var value = bits
        for byte in text[offset + 1..<offset + byteCount] {
            guard byte & 0xc0 == 0x80 else { throw error(.notUTF8) }
            value = value << 6 | UInt32(byte & 0x3f)
        }
        guard value >= least, let character = Unicode.Scalar(value) else { throw error(.notUTF8) }
        try check(character, at: offset)
        return byteCount
    }

    /// Reads an escape, or two that are a surrogate pair.
    private mutating func scanEscape() throws(CollaborationError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        let letter = try peek()
        guard letter != UInt8(ascii: "u") else { return try scanCodeUnits(after: start) }
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

    /// Reads one code unit of UTF-16, or two that are a surrogate pair: a high one, then a low one.
    private mutating func scanCodeUnits(after start: Int) throws(CollaborationError) -> Unicode.Scalar {
        let unit = try scanCodeUnit()
        if let character = Unicode.Scalar(unit) { return character }
        let lone = CollaborationError.malformed(.init(.forbiddenCharacter, at: start))
        guard 0xd800..<0xdc00 ~= unit, skip("\\"), try peek() == UInt8(ascii: "u") else { throw lone }
        let low = try scanCodeUnit()
        guard 0xdc00..<0xe000 ~= low, let character = Unicode.Scalar(0x1_0000 + (unit - 0xd800) << 10 + (low - 0xdc00))
        else { throw lone }
        return character
    }

    /// Reads the letter u and four hexadecimal digits.
    private mutating func scanCodeUnit() throws(CollaborationError) -> UInt32 {
        offset += 1
        var unit: UInt32 = 0
        for _ in 0..<4 {
            let digit = try peek()
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(digit & 0xf)
            case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
                unit = unit << 4 | UInt32(digit & 0xf) + 9
            default: throw error(.notJSON)
            }
            offset += 1
        }
        return unit
    }
}

extension Unicode.Scalar {
    /// Whether this is one of U+FDD0 to U+FDEF or the last two of a plane, which no message may carry.
    var isNoncharacter: Bool { value & 0xfffe == 0xfffe || 0xfdd0...0xfdef ~= value }
}
