/// The members of an object that is decoded.
struct JSONMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let object: JSONValueDecoder

    /// The names in the order of the text.
    private let names: [String]

    /// The offset of each member's value, by the bytes of the name.
    private let offsets: [[UInt8]: Int]

    init(of object: JSONValueDecoder) throws {
        self.object = object
        let members = try object.read(.object, as: [String: Any].self) {
            reader,
            json throws(MalformedJSONError) in
            try reader.readMembers(in: json)
        }
        names = members.map(\.name)
        // The names are unique, since the text was checked.
        offsets = Dictionary(members.map { (Array($0.name.utf8), $0.offset) }) { first, _ in first }
    }

    var codingPath: [any CodingKey] { object.codingPath }

    var allKeys: [Key] { names.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool {
        offsets[Array(key.stringValue.utf8)] != nil
    }

    private func member(_ key: some CodingKey) throws -> JSONValueDecoder {
        guard let offset = offsets[Array(key.stringValue.utf8)] else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: MalformedJSONError.Rule.missing.rawValue
                )
            )
        }
        return object.descending(to: key, at: offset)
    }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).decode(type)
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try member(JSONKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

/// The key of an element, or of the value that a superclass encodes.
enum JSONKey: CodingKey {
    case element(Int)
    case `super`

    init?(stringValue: String) { nil }

    init?(intValue: Int) { self = .element(intValue) }

    var intValue: Int? {
        switch self {
        case .element(let index): index
        case .super: nil
        }
    }

    var stringValue: String {
        switch self {
        case .element(let index): "\(index)"
        case .super: "super"
        }
    }
}
