/// The elements of an array that is decoded.
struct JSONElements: UnkeyedDecodingContainer {
    private let array: JSONValueDecoder
    private let offsets: [Int]
    private(set) var currentIndex = 0

    init(of array: JSONValueDecoder) throws {
        self.array = array
        offsets = try array.read(.array, as: [Any].self) { reader, json throws(MalformedJSONError) in
            try reader.readElements(in: json)
        }
    }

    var codingPath: [any CodingKey] { array.codingPath }

    var count: Int? { offsets.count }

    var isAtEnd: Bool { currentIndex == offsets.count }

    /// Reads the next element, and goes on to the one after it unless `read` throws.
    private mutating func next<Value>(_ type: Value.Type, _ read: (JSONValueDecoder) throws -> Value) throws
        -> Value
    {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                DecodingError.Context(codingPath: codingPath, debugDescription: "There are no more elements.")
            )
        }
        let key = JSONKey.element(currentIndex)
        let value = try read(array.descending(to: key, at: offsets[currentIndex]))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, array.descending(to: JSONKey.element(currentIndex), at: offsets[currentIndex]).isNull
        else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next(type) { try $0.decode(type) }
    }

    mutating func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next(KeyedDecodingContainer<NestedKey>.self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try next((any Decoder).self) { $0 }
    }
}
