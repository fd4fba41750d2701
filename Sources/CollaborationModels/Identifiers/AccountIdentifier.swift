/// The server's own identifier of an account, such as a primary key.
public struct AccountIdentifier: StringIdentifier {
    /// The identifier as the server knows it.
    public let rawValue: String

    /// Makes an identifier from any string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
