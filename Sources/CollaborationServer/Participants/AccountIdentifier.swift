/// What the server calls an account: its own primary key, as text.
public struct AccountIdentifier: RawRepresentable, Hashable, Sendable, Codable {
    /// The identifier as the server knows it.
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

extension AccountIdentifier: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Takes an identifier from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The identifier itself.
    public var description: String { rawValue }
}
