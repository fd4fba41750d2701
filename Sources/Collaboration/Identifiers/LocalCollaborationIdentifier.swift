/// What names a collaboration to one app on one device: Apple's `SWLocalCollaborationIdentifier`.
///
/// It serves until there is a ``CollaborationIdentifier``, and means nothing on another device.
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

extension LocalCollaborationIdentifier: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Takes an identifier from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The identifier itself.
    public var description: String { rawValue }
}
