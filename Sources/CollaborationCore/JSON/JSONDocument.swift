/// A JSON text that keeps all rules, with the places of its values.
final class JSONDocument: Sendable {
    /// A value, or the name of a member, which comes right before its value.
    struct Value {
        private let startOffset: Int32
        private var endPlace: Int32 = 0

        init(start: Int) {
            startOffset = Int32(truncatingIfNeeded: start)
        }

        var start: Int { Int(startOffset) }

        /// The offset after the last character of a string, a name or a number, or the index of what comes after an array or
        /// an object and all that is in it.
        var end: Int {
            get { Int(endPlace) }
            set { endPlace = Int32(truncatingIfNeeded: newValue) }
        }

        /// The place of the characters of a string or a name, without quotation marks.
        var content: Range<Int> { start + 1..<end }
    }

    /// The kinds of values, which their first bytes tell.
    enum Kind {
        case object, array, string, number, literal
    }

    /// The text, in which the escapes of strings are replaced by their characters.
    let text: [UInt8]

    /// All values and names in the order in which they begin, so that an array or an object comes before what is in it.
    let values: [Value]

    init(text: [UInt8], values: [Value]) {
        self.text = text
        self.values = values
    }

    func kind(of index: Int) -> Kind {
        switch text[values[index].start] {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): .literal
        default: .number
        }
    }

    /// The index of what comes after a value, which is not in it.
    func index(after index: Int) -> Int {
        switch kind(of: index) {
        case .object, .array: values[index].end
        default: index + 1
        }
    }

    func string(at index: Int) -> String {
        String(decoding: text[values[index].content], as: UTF8.self)
    }

    /// The bytes of a string of base64 in its one canonical form.
    func bytes(at index: Int) -> [UInt8]? { [UInt8](canonicalBase64: text[values[index].content]) }

    /// Whether a number is written as an integer: `2.0`, `2e0` and `-0` are not.
    func isInteger(at index: Int) -> Bool {
        let digits = text[values[index].start..<values[index].end]
        return digits.allSatisfy { $0 == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            && !digits.elementsEqual([UInt8(ascii: "-"), UInt8(ascii: "0")])
    }

    /// A number that is written as an integer; nil if the type does not hold it.
    func integer<Integer: FixedWidthInteger>(at index: Int) -> Integer? {
        let digits = text[values[index].start..<values[index].end]
        let isNegative = digits.first == UInt8(ascii: "-")
        var integer: Integer = 0
        for digit in digits.dropFirst(isNegative ? 1 : 0) {
            let (tens, isTooLarge) = integer.multipliedReportingOverflow(by: 10)
            let value = Integer(digit - UInt8(ascii: "0"))
            let next = isNegative ? tens.subtractingReportingOverflow(value) : tens.addingReportingOverflow(value)
            guard !isTooLarge, !next.overflow else { return nil }
            integer = next.partialValue
        }
        return integer
    }

    /// The index of the value of a member.
    func member(named name: some Collection<UInt8>, of object: Int) -> Int? {
        var index = object + 1
        while index < values[object].end {
            if text[values[index].content].elementsEqual(name) { return index + 1 }
            index = self.index(after: index + 1)
        }
        return nil
    }

    /// The members and positions that lead from the whole text to a value, as in `proof.inclusionHashes[0]`.
    func path(to target: Int) -> String {
        var path = ""
        var index = 0
        while index < target {
            let isObject = kind(of: index) == .object
            var (next, position) = (index + 1, 0)
            // The child that holds the target is the last one that begins no later.
            while case let value = isObject ? next + 1 : next, self.index(after: value) <= target {
                next = self.index(after: value)
                position += 1
            }
            path += isObject ? Self.step(to: string(at: next), after: path) : "[\(position)]"
            index = isObject ? next + 1 : next
        }
        return path
    }

    /// A name in a path, which is safe in a line of a log: in quotation marks unless it has only plain characters.
    static func step(to name: String, after path: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy {
            switch $0 {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
            default: false
            }
        }
        let escaped = "\"" + name.unicodeScalars.reduce("") { $0 + $1.escaped(asASCII: true) } + "\""
        return (path.isEmpty ? "" : ".") + (isPlain && !name.isEmpty ? name : escaped)
    }
}
