/// An identifier that is a string, and that is compared and hashed by its UTF-8 bytes.
///
/// Swift compares strings after Unicode normalization: "é" in one character equals "é" in two, and a long
/// run of combining marks takes quadratic time. Databases and other languages compare bytes. These
/// identifiers do so too: two are equal if and only if their UTF-8 bytes are equal, and comparing and
/// hashing take linear time. They are ordered by bytes as well.
///
/// An identifier can be made from any string. One that breaks the rule of ``IdentifierError`` is refused where it is
/// used: when it is decoded or read from JSON, by an action, and by a server's access.
/// As a key of an encoded dictionary it is subject to the encoder's
/// comparison of strings, and Foundation's JSON encoder keeps only one of two keys that normalize alike.
public protocol StringIdentifier: RawRepresentable, Hashable, Comparable, Sendable, Codable,
    CodingKeyRepresentable, ExpressibleByStringInterpolation, CustomStringConvertible
where RawValue == String, StringLiteralType == String, StringInterpolation == DefaultStringInterpolation {
    /// Makes an identifier, which is checked where it is used.
    init(rawValue: String)
}

/// The rule that an identifier breaks: it is not empty, and has at most ``JSONLimits/identifierByteCount`` bytes.
public enum IdentifierError: DescribedError, RequestFault, CaseIterable {
    /// There are no characters.
    case empty

    /// There are more bytes of UTF-8 than ``JSONLimits/identifierByteCount``.
    case tooLong

    /// The rule as a sentence.
    public var description: String {
        switch self {
        case .empty: "an identifier is empty"
        case .tooLong: "an identifier is longer than \(JSONLimits.identifierByteCount) bytes"
        }
    }
}

extension MalformedJSONError: RequestFault, DescribedError {}

extension IdentifierError: JSONRuleError {
    var rule: MalformedJSONError.Rule { self == .empty ? .identifierEmpty : .identifierTooLong }
}

extension StringIdentifier {
    /// Makes an identifier, which is checked where it is used.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Makes an identifier from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// Content that is only known by its ``CollaborationIdentifier`` has an empty local one.
    package static var canBeEmpty: Bool { Self.self == LocalCollaborationIdentifier.self }

    /// Throws unless the identifier keeps the rule of ``IdentifierError``.
    package func check() throws(IdentifierError) {
        guard Self.canBeEmpty || !rawValue.isEmpty else { throw .empty }
        guard rawValue.utf8.count <= JSONLimits.identifierByteCount else { throw .tooLong }
    }

    /// The string on one line, for people: to store or to compare it, take `rawValue`.
    public var description: String { rawValue.onOneLine }

    /// Decodes an identifier from a string.
    ///
    /// - Throws: `DecodingError`, with ``IdentifierError`` as the underlying error for a broken rule.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try String(from: decoder))
        do throws(IdentifierError) { try check() } catch {
            throw DecodingError.brokenRule(error, at: decoder.codingPath)
        }
    }

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
        rawValue.hashBytes(into: &hasher)
    }
}
