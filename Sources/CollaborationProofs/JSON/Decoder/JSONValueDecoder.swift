/// Decodes one value of a checked text.
struct JSONValueDecoder {
    let text: CheckedJSON

    /// The offset of the value's first byte.
    let offset: Int

    let codingPath: [any CodingKey]

    /// Decodes the value that is the whole text.
    init(text: CheckedJSON) throws(MalformedJSONError) {
        self.text = text
        offset = try text.read(at: 0) { reader, json throws(MalformedJSONError) in
            reader.skipWhitespace(in: json)
            return reader.offset
        }
        codingPath = []
    }

    private init(text: CheckedJSON, offset: Int, codingPath: [any CodingKey]) {
        self.text = text
        self.offset = offset
        self.codingPath = codingPath
    }

    /// Decodes a member or an element of this value.
    func descending(to key: some CodingKey, at offset: Int) -> JSONValueDecoder {
        JSONValueDecoder(text: text, offset: offset, codingPath: codingPath + [key])
    }

    /// The kind of the value, which its first byte tells.
    var kind: JSONKind? { JSONKind(firstByte: text.bytes[offset]) }

    /// Whether the value is null.
    var isNull: Bool { text.bytes[offset] == UInt8(ascii: "n") }

    /// Reads the value, which must be of a kind.
    func read<Value>(
        _ kind: JSONKind,
        as type: any Any.Type,
        _ read: (inout JSONReader, Span<UInt8>) throws(MalformedJSONError) -> Value
    ) throws -> Value {
        guard self.kind == kind else { throw mismatch(with: type) }
        do throws(MalformedJSONError) {
            return try text.read(at: offset, read)
        } catch {
            guard error.rule != .notInteger else { throw mismatch(with: type) }
            throw broken(error)
        }
    }

    /// Decodes the value by the rules of JSON if they have one for the type, and else as the type asks.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let type = type as? any JSONDecodable.Type, let value = try type.init(decoding: self) as? Value {
            return value
        }
        return try type.init(from: self)
    }

    /// The error for a value of the wrong type.
    func mismatch(with type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath,
            debugDescription: "Another type than \(type) was found."
        )
        return isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The error for a value of the right type that breaks a rule.
    func broken(_ error: MalformedJSONError) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath,
                debugDescription: error.rule.rawValue,
                underlyingError: error
            )
        )
    }
}

extension JSONValueDecoder: Decoder {
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try JSONMembers(of: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try JSONElements(of: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { isNull }
}
