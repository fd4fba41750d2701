/// A text that is compared and hashed by its UTF-8 bytes, and has at most ``JSONLimits/textByteCount`` of them.
///
/// A longer text is cut when it is assigned, after the last character of Unicode that fits, and refused when it is
/// decoded. So every value encodes to what its type reads. A stranger may have chosen the text: comparing strings
/// would take quadratic time for a long run of combining marks (see ``StringIdentifier``).
@propertyWrapper
public struct LimitedText: Hashable, Sendable, Codable {
    private var text: Text

    /// Makes a text, and cuts it at the limit.
    public init(wrappedValue: String) {
        guard wrappedValue.utf8.count > 4096 else {
            text = Text(string: wrappedValue)
            return
        }
        let bytes = wrappedValue.utf8
        var end = bytes.index(bytes.startIndex, offsetBy: 4096)
        // A byte 10xxxxxx continues a character.
        while bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
        text = Text(string: String(wrappedValue[..<end]))
    }

    /// The text.
    public var wrappedValue: String {
        get { text.string }
        set { self = LimitedText(wrappedValue: newValue) }
    }

    /// Decodes a text.
    ///
    /// - Throws: `DecodingError`, with ``MalformedJSONError`` as the underlying error for a text that is too long.
    public init(from decoder: any Decoder) throws {
        text = Text(string: try String(from: decoder))
        guard text.string.utf8.count <= 4096 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "too long")
            )
        }
    }

    /// Encodes the text as a string.
    public func encode(to encoder: any Encoder) throws {
        try text.string.encode(to: encoder)
    }

    private struct Text: Hashable, Sendable {
        var string: String

        static func == (a: Text, b: Text) -> Bool { a.string.utf8.elementsEqual(b.string.utf8) }

        func hash(into hasher: inout Hasher) { string.hashBytes(into: &hasher) }
    }
}

/// A ``LimitedText`` or nil, which is not encoded.
@propertyWrapper
public struct OptionalLimitedText: Hashable, Sendable, Codable {
    fileprivate var text: LimitedText?

    /// Makes a text, and cuts it at the limit.
    public init(wrappedValue: String?) {
        text = wrappedValue.map { LimitedText(wrappedValue: $0) }
    }

    /// The text, or nil.
    public var wrappedValue: String? {
        get { text?.wrappedValue }
        set { self = OptionalLimitedText(wrappedValue: newValue) }
    }
}

// The compiler's implementations of Codable call these for a property with the wrapper.

extension KeyedDecodingContainer {
    /// Decodes a text, or nil if it is absent or null.
    public func decode(_: OptionalLimitedText.Type, forKey key: Key) throws -> OptionalLimitedText {
        var text = OptionalLimitedText(wrappedValue: nil)
        text.text = try decodeIfPresent(LimitedText.self, forKey: key)
        return text
    }
}

extension KeyedEncodingContainer {
    /// Encodes a text, unless it is nil.
    public mutating func encode(_ value: OptionalLimitedText, forKey key: Key) throws {
        try encodeIfPresent(value.text, forKey: key)
    }
}
