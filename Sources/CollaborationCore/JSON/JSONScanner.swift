/// Checks a JSON text (RFC 8259) by the rules of I-JSON (RFC 7493), and lists its values.
///
/// The text is UTF-8 without a byte-order mark. It has no lone surrogate, no noncharacter, no object with one name
/// twice, and nothing beyond ``JSONLimits``. The functions call each other at most as deep as the limit of the depth
/// allows. The time is linear in the size of the text, since every byte is looked at a few times at most.
struct JSONScanner {
    /// The text, in which the escapes of a string are replaced in place by their characters, which are never longer.
    var text: [UInt8]

    /// The offset of the byte that is read next.
    var offset = 0

    /// All values and all names of members, in the order in which they begin in the text.
    private var values: [JSONDocument.Value] = []

    /// The number of arrays and objects that are open.
    private var depth = 0

    private init(_ text: [UInt8]) {
        self.text = text
    }

    /// Checks a text that is one value.
    ///
    /// - Returns: The text with the places of its values.
    /// - Throws: The first rule that the text breaks. A name that occurs twice is noticed at the end of its object.
    static func document(
        _ text: some Collection<UInt8>,
        byteCountLimit: Int
    ) throws(CollaborationError) -> JSONDocument {
        // Places are kept in 32 bits.
        let limit = min(max(0, byteCountLimit), Int(Int32.max))
        guard text.count <= limit else { throw .malformed(.init(.tooLarge, at: limit)) }
        var scanner = JSONScanner(Array(text))
        if scanner.text.starts(with: [0xef, 0xbb, 0xbf]) { throw scanner.error(.byteOrderMark) }
        try scanner.scanValue()
        scanner.skipWhitespace()
        guard scanner.offset == scanner.text.count else { throw scanner.error(.notJSON) }
        return JSONDocument(text: scanner.text, values: scanner.values)
    }

    func error(_ rule: MalformedMessage.Rule) -> CollaborationError {
        .malformed(MalformedMessage(rule, at: offset))
    }

    func peek() throws(CollaborationError) -> UInt8 {
        guard offset < text.count else { throw error(.notJSON) }
        return text[offset]
    }

    /// Reads a byte if it is the given one.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard offset < text.count, text[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Reads a byte, which must be the given one.
    mutating func require(_ character: Unicode.Scalar) throws(CollaborationError) {
        guard skip(character) else { throw error(.notJSON) }
    }

    /// Reads any spaces, tabs and ends of lines.
    private mutating func skipWhitespace() {
        while offset < text.count {
            switch text[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
            default: return
            }
        }
    }
}

extension JSONScanner {
    private mutating func scanValue() throws(CollaborationError) {
        skipWhitespace()
        let index = values.count
        let first = try peek()
        values.append(JSONDocument.Value(start: offset))
        switch first {
        case UInt8(ascii: "\""): values[index].end = try scanString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): values[index].end = try scanNumber()
        case UInt8(ascii: "["):
            try scanContainer(closing: "]") { scanner throws(CollaborationError) in try scanner.scanValue() }
            values[index].end = values.count
        case UInt8(ascii: "{"):
            try scanObject()
            values[index].end = values.count
        case UInt8(ascii: "t"): try scanLiteral(["t", "r", "u", "e"])
        case UInt8(ascii: "f"): try scanLiteral(["f", "a", "l", "s", "e"])
        case UInt8(ascii: "n"): try scanLiteral(["n", "u", "l", "l"])
        default: throw error(.notJSON)
        }
    }

    /// Reads an array or an object, whose first byte is the next.
    private mutating func scanContainer(
        closing end: Unicode.Scalar,
        element scanElement: (inout JSONScanner) throws(CollaborationError) -> Void
    ) throws(CollaborationError) {
        guard depth < JSONLimits.depth else { throw error(.tooDeep) }
        depth += 1
        offset += 1
        skipWhitespace()
        if !skip(end) {
            repeat {
                try scanElement(&self)
                skipWhitespace()
            } while skip(",")
            try require(end)
        }
        depth -= 1
    }

    private mutating func scanObject() throws(CollaborationError) {
        var names: [Int] = []
        try scanContainer(closing: "}") { scanner throws(CollaborationError) in
            scanner.skipWhitespace()
            guard names.count < JSONLimits.memberCount else { throw scanner.error(.tooManyMembers) }
            names.append(scanner.values.count)
            try scanner.scanName()
            try scanner.scanValue()
        }
        guard names.count > 1 else { return }
        // The order of the bytes, not a set, so that no sender chooses names whose hashes collide.
        names.sort { text[values[$0].content].lexicographicallyPrecedes(text[values[$1].content]) }
        let repeated = zip(names, names.dropFirst()).filter { text[values[$0].content] == text[values[$1].content] }
        guard let first = repeated.map({ max($0, $1) }).min() else { return }
        throw .malformed(.init(.duplicateName, at: values[first].start))
    }

    /// Reads a name and the colon after it.
    private mutating func scanName() throws(CollaborationError) {
        var name = JSONDocument.Value(start: offset)
        name.end = try scanString()
        guard name.content.count <= JSONLimits.nameByteCount else {
            throw .malformed(.init(.nameTooLong, at: name.start))
        }
        values.append(name)
        skipWhitespace()
        try require(":")
    }

    private mutating func scanLiteral(_ literal: [Unicode.Scalar]) throws(CollaborationError) {
        for character in literal { try require(character) }
    }

    /// Reads a number and returns the offset of its end.
    private mutating func scanNumber() throws(CollaborationError) -> Int {
        let start = offset
        _ = skip("-")
        if !skip("0") { try requireDigits() }
        if skip(".") { try requireDigits() }
        if skip("e") || skip("E") {
            _ = skip("+") || skip("-")
            try requireDigits()
        }
        guard offset - start <= JSONLimits.numberByteCount else { throw .malformed(.init(.numberTooLong, at: start)) }
        return offset
    }

    private mutating func requireDigits() throws(CollaborationError) {
        let start = offset
        while offset < text.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[offset] { offset += 1 }
        guard offset > start else { throw error(.notJSON) }
    }
}
