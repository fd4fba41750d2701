/// A JSON text that keeps all rules, with the places of its values.
final class JSONDocument: Sendable {
    /// A value, or the name of a member, which comes right before its value.
    struct Value {
        private let startOffset: Int32
        private var endPlace: Int32 = 0

        init(start: Int) {
            startOffset = Int32(truncatingIfNeeded: start)
        }

        /// The offset of the first byte.
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

    /// The kind of a value.
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

    /// The characters of a string or a name.
    func string(at index: Int) -> String {
        String(decoding: text[values[index].content], as: UTF8.self)
    }

    /// The characters of a number.
    func number(at index: Int) -> String {
        String(decoding: text[values[index].start..<values[index].end], as: UTF8.self)
    }

    /// The index of the value of a member, which is searched for from a name on, and after the last name from the first one on.
    func member(named name: String, of object: Int, from start: Int) -> Int? {
        let end = values[object].end
        guard object + 1 < end else { return nil }
        var index = start
        repeat {
            if text[values[index].content].elementsEqual(name.utf8) { return index + 1 }
            index = self.index(after: index + 1)
            if index == end { index = object + 1 }
        } while index != start
        return nil
    }
}
