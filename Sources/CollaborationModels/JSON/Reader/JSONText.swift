/// A string of a JSON text that was checked: where it stands, and what is in it.
struct JSONText {
    /// The offset of the first character, after the quotation mark.
    var start: Int

    /// The offset of the quotation mark at the end.
    var end: Int

    /// The number of bytes of UTF-8 after escapes are resolved.
    var byteCount: Int

    /// Whether there are escapes, each of which is longer than the character that it stands for.
    var hasEscapes: Bool { end - start != byteCount }

    /// Tells whether the characters are those of another string, byte for byte.
    func isEqual(to string: String, in json: Span<UInt8>) throws(MalformedJSONError) -> Bool {
        guard byteCount == string.utf8.count else { return false }
        guard hasEscapes else {
            var offset = start
            for byte in string.utf8 {
                guard json[offset] == byte else { return false }
                offset += 1
            }
            return true
        }
        var reader = JSONReader(offset: start)
        for character in string.unicodeScalars {
            guard try reader.readCharacter(in: json) == character else { return false }
        }
        return true
    }

    /// The characters as a string.
    func string(in json: Span<UInt8>) throws(MalformedJSONError) -> String {
        guard hasEscapes else {
            return unsafe json.extracting(start..<end).withUnsafeBufferPointer { bytes in
                // Safe: the bytes are only read, and only here.
                unsafe String(decoding: bytes, as: UTF8.self)
            }
        }
        var string = ""
        string.reserveCapacity(byteCount)
        var reader = JSONReader(offset: start)
        while reader.offset < end {
            string.unicodeScalars.append(try reader.readCharacter(in: json))
        }
        return string
    }
}
