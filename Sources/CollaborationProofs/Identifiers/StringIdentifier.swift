/// An identifier that is a string, and that is compared and hashed by its UTF-8 bytes.
///
/// Swift compares strings after Unicode normalization: "é" in one character equals "é" in two, and a long
/// run of combining marks takes quadratic time. Databases and other languages compare bytes. These
/// identifiers do so too: two are equal if and only if their UTF-8 bytes are equal, and comparing and
/// hashing take linear time. They are ordered by bytes as well.
///
/// An identifier is encoded as a string, and decoded from one of at most ``JSONLimits/identifierByteCount`` bytes.
/// As a key of an encoded dictionary it is subject to the encoder's
/// comparison of strings, and Foundation's JSON encoder keeps only one of two keys that normalize alike.
public protocol StringIdentifier: RawRepresentable, Hashable, Comparable, Sendable, Codable,
    CodingKeyRepresentable, ExpressibleByStringInterpolation, CustomStringConvertible
where RawValue == String, StringLiteralType == String, StringInterpolation == DefaultStringInterpolation {
    /// Makes an identifier from any string.
    init(rawValue: String)
}

extension StringIdentifier {
    /// Makes an identifier from any string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Makes an identifier from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The string itself.
    public var description: String { rawValue }
}

extension StringIdentifier {
    /// Decodes an identifier from a string.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, with ``MalformedJSONError`` as the underlying error for a string that is longer
    ///   than ``JSONLimits/identifierByteCount``.
    public init(from decoder: any Decoder) throws {
        let string = try String(from: decoder)
        guard string.utf8.count <= JSONLimits.identifierByteCount else {
            throw DecodingError.tooLong(at: decoder.codingPath, brokenRule: .identifierTooLong)
        }
        self.init(rawValue: string)
    }
}

extension StringIdentifier {
    /// Whether two identifiers have the same bytes.
    public static func == (a: Self, b: Self) -> Bool {
        a.rawValue.utf8.elementsEqual(b.rawValue.utf8)
    }

    /// Whether two identifiers have different bytes.
    public static func != (a: Self, b: Self) -> Bool {
        // Without this, `!=` of RawRepresentable would be chosen, which compares strings.
        !(a == b)
    }

    /// Orders identifiers by their bytes.
    public static func < (a: Self, b: Self) -> Bool {
        a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
        // 0xFF never occurs in UTF-8, so it terminates the string.
        hasher.combine(0xFF as UInt8)
    }
}
