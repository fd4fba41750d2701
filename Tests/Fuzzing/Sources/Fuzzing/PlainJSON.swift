/// Any value of JSON, with names and strings as bytes.
public indirect enum PlainJSON: Hashable, Sendable {
    /// Null.
    case null
    /// True or false.
    case bool(Bool)
    /// A number, rounded.
    case number(Double)
    /// The UTF-8 of a string.
    case string([UInt8])
    /// The elements of an array.
    case array([PlainJSON])
    /// The members of an object, by the UTF-8 of their names.
    case object([[UInt8]: PlainJSON])
}

extension PlainJSON: Decodable {
    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes whatever is there.
    public init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            let pairs = try members.allKeys.map {
                (Array($0.stringValue.utf8), try members.decode(Self.self, forKey: $0))
            }
            self = .object(Dictionary(pairs) { $1 })
        } else if var elements = try? decoder.unkeyedContainer() {
            var array: [PlainJSON] = []
            while !elements.isAtEnd { array.append(try elements.decode(Self.self)) }
            self = .array(array)
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let bool = try? value.decode(Bool.self) {
                self = .bool(bool)
            } else if let string = try? value.decode(String.self) {
                self = .string(Array(string.utf8))
            } else {
                self = .number(try value.decode(Double.self))
            }
        }
    }
}
