/// The elements of an array that is decoded.
struct JSONElements: UnkeyedDecodingContainer {
    private let array: JSONContainer

    /// The index in the document of the next element.
    private var next: Int

    private(set) var currentIndex = 0

    let count: Int?

    init(of array: JSONContainer) {
        self.array = array
        next = array.value.index + 1
        var count = 0
        var index = next
        while index < array.end {
            index = array.value.document.index(after: index)
            count += 1
        }
        self.count = count
    }

    var codingPath: [any CodingKey] { array.value.codingPath }

    var isAtEnd: Bool { currentIndex == count }

    /// Reads the next element, and goes on to the one after it unless `read` throws.
    private mutating func next<Value>(_ type: Value.Type, _ read: (JSONValueDecoder) throws -> Value) throws
        -> Value
    {
        guard !isAtEnd else {
            let reason = "There are no more elements."
            throw DecodingError.valueNotFound(type, .init(codingPath: codingPath, debugDescription: reason))
        }
        let value = try read(array.decoder(at: next, position: currentIndex))
        advance()
        return value
    }

    private mutating func advance() {
        next = array.value.document.index(after: next)
        currentIndex += 1
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, array.decoder(at: next).decodeNil() else { return false }
        advance()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next(type) { try $0.decode(type) }
    }

    // Without these two, those of the protocol would be chosen, which always throw.

    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) { try $0.decode(type) } }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) { try $0.decode(type) } }

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
