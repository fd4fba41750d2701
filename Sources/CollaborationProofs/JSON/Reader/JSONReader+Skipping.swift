extension JSONReader {
    /// Reads a value of any kind, which must be well-formed and within the limits.
    ///
    /// - Throws: The first rule that the value breaks.
    mutating func skipValue(in json: Span<UInt8>) throws(MalformedJSONError) {
        var open = OpenContainers()
        repeat {
            switch try nextKind(in: json) {
            case .string: _ = try readText(in: json)
            case .number: _ = try readNumber(in: json)
            case .literal: try skipLiteral(in: json)
            case .array:
                guard try !enter(closing: "]", in: json) else {
                    open.append(isObject: false)
                    continue
                }
            case .object:
                guard try !enter(closing: "}", in: json) else {
                    open.append(isObject: true)
                    try skipName(in: json)
                    continue
                }
            }
            try closeContainers(&open, in: json)
        } while !open.isEmpty
    }

    /// Reads up to the next element or the value of the next member, and leaves what ends before it.
    private mutating func closeContainers(
        _ open: inout OpenContainers,
        in json: Span<UInt8>
    ) throws(MalformedJSONError) {
        while !open.isEmpty {
            if open.lastIsObject {
                if try goOn(closing: "}", in: json) {
                    try skipName(in: json)
                    return
                }
            } else if try goOn(closing: "]", in: json) {
                return
            }
            open.removeLast()
        }
    }

    /// Reads the name of an unknown member and the colon after it.
    private mutating func skipName(in json: Span<UInt8>) throws(MalformedJSONError) {
        let name = try readName(after: unknownNames.count(atDepth: depth), in: json)
        try unknownNames.insert(name, atDepth: depth, in: json)
    }

    /// Reads `true`, `false` or `null`, whose first byte is the next.
    private mutating func skipLiteral(in json: Span<UInt8>) throws(MalformedJSONError) {
        switch json[offset] {
        case UInt8(ascii: "t"): try require("t", "r", "u", "e", in: json)
        case UInt8(ascii: "f"):
            offset += 1
            try require("a", "l", "s", "e", in: json)
        default: try require("n", "u", "l", "l", in: json)
        }
    }

    private mutating func require(
        _ first: Unicode.Scalar,
        _ second: Unicode.Scalar,
        _ third: Unicode.Scalar,
        _ fourth: Unicode.Scalar,
        in json: Span<UInt8>
    ) throws(MalformedJSONError) {
        try require(first, in: json)
        try require(second, in: json)
        try require(third, in: json)
        try require(fourth, in: json)
    }
}

/// The arrays and objects that are open within a value, one bit each, so that their depth takes no stack.
private struct OpenContainers {
    /// 1 for an object and 0 for an array, the last one in the lowest bit, below a bit that marks the end.
    private var bits: UInt64 = 1

    var isEmpty: Bool { bits == 1 }

    var lastIsObject: Bool { bits & 1 == 1 }

    mutating func append(isObject: Bool) { bits = bits << 1 | (isObject ? 1 : 0) }

    mutating func removeLast() { bits >>= 1 }
}
