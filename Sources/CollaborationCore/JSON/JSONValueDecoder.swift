#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decodes one value of a document.
struct JSONValueDecoder {
    let document: JSONDocument

    /// The array or object that the value is in.
    private let parent: JSONContainer?

    private let place: Int32
    private let position: Int32

    /// Decodes a member, the element at a position, or the value that is the whole text.
    init(_ document: JSONDocument, index: Int = 0, parent: JSONContainer? = nil, position: Int = 0) {
        self.document = document
        self.parent = parent
        place = Int32(truncatingIfNeeded: index)
        self.position = Int32(truncatingIfNeeded: position)
    }

    /// The index of the value in the document.
    var index: Int { Int(place) }

    /// The offset of the value in the text.
    var offset: Int { document.values[index].start }

    private var isNull: Bool { document.text[offset] == UInt8(ascii: "n") }

    /// Refuses a value that is not of a kind.
    private func require(
        _ kind: JSONDocument.Kind,
        or rule: MalformedJSONError.Rule,
        as type: any Any.Type
    ) throws {
        guard document.kind(of: index) == kind else { throw mismatch(with: type, rule) }
    }

    /// The error for a value of the wrong type.
    private func mismatch(with type: any Any.Type, _ rule: MalformedJSONError.Rule) -> DecodingError {
        isNull ? .valueNotFound(type, context(rule)) : .typeMismatch(type, context(rule))
    }

    /// The error for a value of the right type that breaks a rule.
    private func broken(_ rule: MalformedJSONError.Rule) -> DecodingError { .dataCorrupted(context(rule)) }

    private func context(_ rule: MalformedJSONError.Rule) -> DecodingError.Context {
        DecodingError.Context(
            codingPath: codingPath,
            debugDescription: rule.rawValue,
            underlyingError: MalformedJSONError(rule, at: offset)
        )
    }
}

extension JSONValueDecoder: Decoder {
    var codingPath: [any CodingKey] {
        guard let container = parent?.value else { return [] }
        let isMember = document.kind(of: container.index) == .object
        let name = isMember ? document.string(at: index - 1) : nil
        return container.codingPath + [name.map(JSONKey.init) ?? JSONKey(intValue: Int(position))]
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try require(.object, or: .notObject, as: [String: Any].self)
        return KeyedDecodingContainer(JSONMembers(of: JSONContainer(self)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try require(.array, or: .notArray, as: [Any].self)
        return JSONElements(of: JSONContainer(self))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { isNull }

    func decode(_ type: Bool.Type) throws -> Bool {
        try require(.literal, or: .invalidValue, as: type)
        guard !isNull else { throw mismatch(with: type, .invalidValue) }
        return document.text[offset] == UInt8(ascii: "t")
    }

    func decode(_ type: String.Type) throws -> String {
        try require(.string, or: .notString, as: type)
        return document.string(at: index)
    }

    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try decodeInteger()
    }

    // Without these two, those of the protocol would be chosen, which always throw.

    func decode(_ type: Int128.Type) throws -> Int128 { try decodeInteger() }

    func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeInteger() }

    private func decodeInteger<Integer: FixedWidthInteger>() throws -> Integer {
        let type = Integer.self
        try require(.number, or: .notInteger, as: type)
        let number = document.number(at: index)
        let isInteger = number.utf8.allSatisfy {
            $0 == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        }
        guard isInteger, number != "-0" else { throw mismatch(with: type, .notInteger) }
        guard let integer = Integer(number) else { throw broken(.invalidValue) }
        return integer
    }

    func decode<Number: BinaryFloatingPoint & LosslessStringConvertible & Decodable>(
        _ type: Number.Type
    ) throws -> Number {
        try require(.number, or: .invalidValue, as: type)
        let text = document.number(at: index)
        // A number that is not zero must not be rounded to zero.
        let isZero = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy {
            !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0)
        }
        guard let number = Number(text), number.isFinite, number != 0 || isZero else {
            throw broken(.invalidValue)
        }
        return number
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // These three decode themselves from another form than the one that encoders of JSON write.
        if type == Data.self, let value = try decodeData() as? Value { return value }
        if type == URL.self, let value = try decodeURL() as? Value { return value }
        if type == Decimal.self, let value = try decodeDecimal() as? Value { return value }
        return try type.init(from: self)
    }

    /// Decodes base64 (RFC 4648, section 4) in its one canonical form: what encoding the bytes gives.
    private func decodeData() throws -> Data {
        let text = try decode(String.self)
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
            throw broken(.notBase64)
        }
        return data
    }

    private func decodeURL() throws -> URL {
        guard let url = URL(string: try decode(String.self)) else { throw broken(.invalidValue) }
        return url
    }

    private func decodeDecimal() throws -> Decimal {
        try require(.number, or: .invalidValue, as: Decimal.self)
        guard let number = Decimal(string: document.number(at: index)) else { throw broken(.invalidValue) }
        return number
    }
}
