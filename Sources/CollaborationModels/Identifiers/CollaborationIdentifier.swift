/// What names a collaboration on every device and on the server: Apple's `SWCollaborationIdentifier`.
///
/// It is unique across platforms and across shares of the same item, and known once a start action is
/// fulfilled.
///
/// Two are the same if they have the same UTF-8 bytes. Strings that only look alike, such as é in one
/// character and in two, are equal as Swift compares strings; here they are two names.
public struct CollaborationIdentifier: RawRepresentable, Hashable, Sendable, Codable {
    /// The identifier as the app's server knows it.
    public let rawValue: String

    /// Takes an identifier, of any form.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Takes an identifier, of any form.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }
}

extension CollaborationIdentifier {
    /// Whether two identifiers have the same bytes.
    public static func == (one: Self, other: Self) -> Bool {
        one.rawValue.utf8.elementsEqual(other.rawValue.utf8)
    }

    /// Whether two identifiers differ in a byte.
    public static func != (one: Self, other: Self) -> Bool {
        // Without it the operator would be that of raw representable types, which compares strings.
        !(one == other)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
        // A byte of no UTF-8, so that a name ends where the next value begins.
        hasher.combine(0xFF as UInt8)
    }
}

extension CollaborationIdentifier: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Takes an identifier from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The identifier itself.
    public var description: String { rawValue }
}
