/// An array or an object that is decoded.
final class JSONContainer {
    /// The array or object itself.
    let value: JSONValueDecoder

    /// The index in the document of the name that was found last.
    var lastName: Int

    init(_ value: JSONValueDecoder) {
        self.value = value
        lastName = value.index + 1
    }

    /// The index in the document of what comes after the last member or element.
    var end: Int { value.document.values[value.index].end }

    /// Decodes the value at an index of the document.
    func decoder(at index: Int, position: Int = 0) -> JSONValueDecoder {
        JSONValueDecoder(value.document, index: index, parent: self, position: position)
    }
}

/// The members of an object that is decoded.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let object: JSONContainer

    init(of object: JSONContainer) {
        self.object = object
    }

    var codingPath: [any CodingKey] { object.value.codingPath }

    var allKeys: [Key] {
        let document = object.value.document
        var keys: [Key] = []
        var index = object.value.index + 1
        while index < object.end {
            if let key = Key(stringValue: document.string(at: index)) { keys.append(key) }
            index = document.index(after: index + 1)
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }

    /// The value of a member.
    ///
    /// Members are asked for several times and mostly in their order, so the search begins at the last one.
    private func find(_ key: some CodingKey) -> JSONValueDecoder? {
        let (document, parent) = (object.value.document, object.value.index)
        guard let index = document.member(named: key.stringValue, of: parent, from: object.lastName)
        else { return nil }
        object.lastName = index - 1
        return object.decoder(at: index)
    }

    private func member(_ key: some CodingKey) throws -> JSONValueDecoder {
        guard let member = find(key) else {
            let reason = MalformedJSONError.Rule.missing.rawValue
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: reason))
        }
        return member
    }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).decode(type)
    }

    // Without these two, those of the protocol would be chosen, which always throw.

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try member(key).decode(type) }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try member(key).decode(type) }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try member(JSONKey(stringValue: "super")) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

/// The key of a member or an element, in the path of an error.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}
