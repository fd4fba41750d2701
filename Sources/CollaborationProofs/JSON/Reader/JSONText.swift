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

    /// Tells whether the bytes are those of a string, which must have contiguous bytes, as every literal does.
    func isEqual(to string: String, in json: Span<UInt8>) -> Bool {
        guard byteCount == string.utf8.count else { return false }
        // Safe: the buffer has as many bytes as this text.
        return unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
            var index = -1
            let isEqual = try? allSatisfy(in: json) { byte in
                index += 1
                return unsafe bytes[index] == byte
            }
            // The text was checked, so it can be read.
            return isEqual ?? false
        } ?? false
    }

    /// Tells whether each byte satisfies a condition, in their order and after escapes are resolved.
    func allSatisfy(
        in json: Span<UInt8>,
        _ condition: (UInt8) -> Bool
    ) throws(MalformedJSONError) -> Bool {
        var reader = JSONReader(offset: start)
        while reader.offset < end {
            guard json[reader.offset] == UInt8(ascii: "\\") else {
                guard condition(json[reader.offset]) else { return false }
                reader.offset += 1
                continue
            }
            let character = try reader.readCharacter(in: json)
            let length = UTF8.width(character)
            for index in 0..<length {
                // UTF-8 (RFC 3629, section 3): the first byte tells the length, and each other one has six bits.
                let bits = character.value >> UInt32(6 * (length - 1 - index))
                let lead: UInt32 = length == 1 ? 0 : 0xf0 << UInt32(4 - length)
                guard condition(UInt8(truncatingIfNeeded: index == 0 ? lead | bits : 0x80 | bits & 0x3f))
                else {
                    return false
                }
            }
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
