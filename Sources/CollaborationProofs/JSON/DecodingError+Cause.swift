/// An error that stands for a broken rule of the format.
protocol JSONRuleError: Error {
    var rule: MalformedJSONError.Rule { get }
}

extension MalformedJSONError: JSONRuleError {}

extension DecodingError {
    /// Returns the error for a checked text: that of the decoded type, or one with the field and its place.
    func cause(in text: some Collection<UInt8>) throws(MalformedJSONError) -> any Error {
        let (rule, path, missing): (MalformedJSONError.Rule, [any CodingKey], (any CodingKey)?)
        switch self {
        case .keyNotFound(let key, let context):
            (rule, path, missing) = (.missing, context.codingPath, key)
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            (rule, path, missing) = (Self.rule(forExpected: type), context.codingPath, nil)
        case .dataCorrupted(let context):
            switch context.underlyingError {
            case nil: (rule, path, missing) = (.invalidValue, context.codingPath, nil)
            case let error as any JSONRuleError: (rule, path, missing) = (error.rule, context.codingPath, nil)
            case let error?: return error
            }
        @unknown default:
            (rule, path, missing) = (.invalidValue, [], nil)
        }
        return try JSONReader.withSpan(of: text) { json throws(MalformedJSONError) in
            try JSONReader.error(rule, at: path, missing: missing, in: json)
        }
    }

    /// The rule that a value of another type breaks.
    private static func rule(forExpected type: any Any.Type) -> MalformedJSONError.Rule {
        switch type {
        case is String.Type: .notString
        case is any FixedWidthInteger.Type: .notInteger
        case is any ExpressibleByArrayLiteral.Type: .notArray
        case is any ExpressibleByDictionaryLiteral.Type: .notObject
        default: .invalidValue
        }
    }
}

extension JSONReader {
    /// The error at the end of a path, or where the path leaves the text.
    fileprivate static func error(
        _ rule: MalformedJSONError.Rule,
        at path: [any CodingKey],
        missing: (any CodingKey)?,
        in json: Span<UInt8>
    ) throws(MalformedJSONError) -> MalformedJSONError {
        var reader = JSONReader()
        var steps: [Step] = []
        for key in path {
            guard let step = try reader.enter(key, in: json) else { break }
            steps.append(step)
        }
        reader.skipWhitespace(in: json)
        if let missing {
            try reader.skipValue(in: json)
            reader.offset -= 1
            steps.append(.member(missing.stringValue))
        }
        return steps.reversed().reduce(reader.error(rule)) { error, step in
            switch step {
            case .member(let name): error.inMember(Self.printable(name))
            case .element(let index): error.inElement(index)
            }
        }
    }

    private enum Step {
        case member(String)
        case element(Int)
    }

    /// Goes to the member or the element of a key; nil if there is none.
    private mutating func enter(
        _ key: any CodingKey,
        in json: Span<UInt8>
    ) throws(MalformedJSONError) -> Step? {
        switch try nextKind(in: json) {
        case .object:
            var wanted = key.stringValue
            wanted.makeContiguousUTF8()
            var isOpen = try enter(closing: "}", in: json)
            while isOpen {
                let name = try readName(after: 0, in: json)
                if name.isEqual(to: wanted, in: json) { return .member(wanted) }
                try skipValue(in: json)
                isOpen = try goOn(closing: "}", in: json)
            }
            return nil
        case .array:
            guard let index = key.intValue else { return nil }
            var isOpen = try enter(closing: "]", in: json)
            var position = 0
            while isOpen, position < index {
                try skipValue(in: json)
                isOpen = try goOn(closing: "]", in: json)
                position += 1
            }
            return isOpen ? .element(index) : nil
        default: return nil
        }
    }

    /// A name that is safe in a line of a log: in quotation marks unless it has only plain letters.
    private static func printable(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                    || (byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
        var printable = isPlain ? name : name.debugDescription
        printable.makeContiguousUTF8()
        return printable
    }
}
