/// What names a collaboration on every device and on the server: Apple's `SWCollaborationIdentifier`.
///
/// It is unique across platforms and across shares of the same item, and known once a start action is
/// fulfilled.
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

extension CollaborationIdentifier: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Takes an identifier from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The identifier itself.
    public var description: String { rawValue }
}
