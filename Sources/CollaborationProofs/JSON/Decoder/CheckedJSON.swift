/// A JSON text that keeps all rules, so that its values can be read one by one.
final class CheckedJSON: Sendable {
    let bytes: [UInt8]

    /// Checks a text and keeps its bytes.
    init(_ json: some Collection<UInt8>, byteCountLimit: Int) throws(MalformedJSONError) {
        try JSONReader.read(json, byteCountLimit: byteCountLimit) { reader, json throws(MalformedJSONError) in
            try reader.skipValue(in: json)
        }
        bytes = Array(json)
    }

    /// Reads at an offset.
    func read<Value>(
        at offset: Int,
        _ read: (inout JSONReader, Span<UInt8>) throws(MalformedJSONError) -> Value
    ) throws(MalformedJSONError) -> Value {
        try JSONReader.withSpan(of: bytes) { json throws(MalformedJSONError) in
            var reader = JSONReader(offset: offset)
            return try read(&reader, json)
        }
    }
}

extension JSONReader {
    /// Reads the elements of an array of a checked text, and gives the offset of each one.
    mutating func readElements(in json: Span<UInt8>) throws(MalformedJSONError) -> [Int] {
        var elements: [Int] = []
        var isOpen = try enter(closing: "]", in: json)
        while isOpen {
            skipWhitespace(in: json)
            elements.append(offset)
            try skipCheckedValue(in: json)
            isOpen = try goOn(closing: "]", in: json)
        }
        return elements
    }

    /// Reads the members of an object of a checked text, and gives the name and the offset of the value of each one.
    mutating func readMembers(
        in json: Span<UInt8>
    ) throws(MalformedJSONError) -> [(name: String, offset: Int)] {
        var members: [(name: String, offset: Int)] = []
        var isOpen = try enter(closing: "}", in: json)
        while isOpen {
            let name = try readName(after: members.count, in: json)
            skipWhitespace(in: json)
            members.append((try name.string(in: json), offset))
            try skipCheckedValue(in: json)
            isOpen = try goOn(closing: "}", in: json)
        }
        return members
    }

    /// Goes to the end of a value of a checked text, without checking it again.
    private mutating func skipCheckedValue(in json: Span<UInt8>) throws(MalformedJSONError) {
        var openCount = 0
        repeat {
            switch json[offset] {
            case UInt8(ascii: "\""): _ = try readText(in: json)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                openCount += 1
                offset += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                openCount -= 1
                offset += 1
            default: skipToPunctuation(in: json)
            }
        } while openCount > 0
    }

    /// Goes past a number, a literal or what stands between values, one byte at least.
    private mutating func skipToPunctuation(in json: Span<UInt8>) {
        repeat {
            offset += 1
        } while offset < json.count && !Self.isPunctuation(json[offset])
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            true
        default: false
        }
    }
}
