/// An identifier that is a string, and that is compared and hashed by its UTF-8 bytes.
///
/// Swift compares strings after Unicode normalization: "é" in one character equals "é" in two, and a long
/// run of combining marks takes quadratic time. Databases and other languages compare bytes. These
/// identifiers do so too: two are equal if and only if their UTF-8 bytes are equal, and comparing and
/// hashing take linear time. They are ordered by bytes as well.
///
/// An identifier can be made from any string. One that is empty, longer than ``JSONLimits/identifierByteCount``, or that
/// no message can carry since it has a noncharacter (RFC 7493, section 2.1), is refused where it is used: when it is
/// decoded or read from JSON, by an action, and by a server.
/// Foundation's JSON encoder merges keys of a dictionary that normalize alike, and its encoder of binary property lists, the
/// default of `PropertyListEncoder`, merges all strings that do: encode identifiers as JSON, or as a property list in XML.
public protocol StringIdentifier: RawRepresentable, Hashable, Comparable, Sendable, Codable,
    CodingKeyRepresentable, ExpressibleByStringInterpolation, CustomStringConvertible
where RawValue == String, StringLiteralType == String, StringInterpolation == DefaultStringInterpolation {
    /// Whether an empty string is an identifier.
    static var canBeEmpty: Bool { get }

    /// Makes an identifier.
    init(rawValue: String)
}

extension StringIdentifier {
    /// Makes an identifier.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Makes an identifier from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// Most identifiers have at least one byte.
    public static var canBeEmpty: Bool { false }

    /// The rule that the identifier breaks: it is not empty, has at most ``JSONLimits/identifierByteCount`` bytes, and has
    /// no noncharacter.
    package var brokenRule: MalformedMessage.Rule? {
        if rawValue.isEmpty && !Self.canBeEmpty { return .identifierEmpty }
        if rawValue.utf8.count > JSONLimits.identifierByteCount { return .identifierTooLong }
        return rawValue.unicodeScalars.contains(where: \.isNoncharacter) ? .forbiddenCharacter : nil
    }

    /// The string on one line, for people: to store or to compare it, take `rawValue`.
    public var description: String { rawValue.onOneLine }

    /// Decodes an identifier from a string.
    ///
    /// - Throws: `DecodingError`, also for an identifier that is empty or too long, or has a noncharacter.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try String(from: decoder))
        if let rule = brokenRule {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: rule.rawValue))
        }
    }

    /// Decodes an identifier that is a key of a dictionary; nil for one that is empty or too long, or has a noncharacter.
    public init?(codingKey: some CodingKey) {
        self.init(rawValue: codingKey.stringValue)
        if brokenRule != nil { return nil }
    }

    /// Whether two identifiers have the same bytes.
    public static func == (a: Self, b: Self) -> Bool {
        a.isASCII && b.isASCII ? a.rawValue == b.rawValue : a.rawValue.utf8.elementsEqual(b.rawValue.utf8)
    }

    /// Whether two identifiers have different bytes.
    public static func != (a: Self, b: Self) -> Bool {
        // Without this, `!=` of RawRepresentable would be chosen, which compares strings.
        !(a == b)
    }

    /// Orders identifiers by their bytes.
    public static func < (a: Self, b: Self) -> Bool {
        a.isASCII && b.isASCII
            ? a.rawValue < b.rawValue : a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8)
    }

    /// Of ASCII, the standard library compares the bytes, and much faster than one by one in a debug build.
    private var isASCII: Bool { rawValue.utf16.count == rawValue.utf8.count }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        var text = rawValue
        // Safe: the hasher reads the bytes while they are lent, and keeps no pointer.
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // No byte of UTF-8, so the string ends here.
        hasher.combine(0xFF as UInt8)
    }
}
