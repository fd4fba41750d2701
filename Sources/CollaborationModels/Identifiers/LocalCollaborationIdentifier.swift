/// What names a collaboration to one app on one device: Apple's `SWLocalCollaborationIdentifier`.
///
/// It serves until there is a ``CollaborationIdentifier``, and means nothing on another device.
///
/// Two are the same if they have the same UTF-8 bytes. Strings that only look alike, such as é in one
/// character and in two, are equal as Swift compares strings; here they are two names.
public struct LocalCollaborationIdentifier: RawRepresentable, Hashable, Sendable, Codable {
    /// The identifier as the app knows it.
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

extension LocalCollaborationIdentifier {
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

extension LocalCollaborationIdentifier: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Takes an identifier from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The identifier itself.
    public var description: String { rawValue }
}
