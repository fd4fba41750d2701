/// Who was mentioned, by the name that the kind of collaboration has for a participant.
public enum MentionedPerson: Hashable, Sendable {
    /// A participant of a custom collaboration.
    case identity(Person.Identity)

    /// A participant of a CloudKit share, by an address or a phone number.
    case cloudKitShareHandle(String)
}

extension MentionedPerson: CustomStringConvertible {
    /// The handle, or the root hash in hexadecimal digits.
    public var description: String {
        switch self {
        case .cloudKitShareHandle(let handle): handle
        case .identity(let identity): "\(identity)"
        }
    }
}

extension MentionedPerson: Codable {
    private enum CodingKeys: String, CodingKey {
        case identity
        case cloudKitShareHandle
    }

    /// Decodes a person from an identity or a handle, as in `{"cloudKitShareHandle": "carol@example.com"}`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when there is neither, there are both, or the identity is not one.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        switch try values.onlyKey() {
        case .identity:
            self = .identity(try values.decode(Person.Identity.self, forKey: .identity))
        case .cloudKitShareHandle:
            self = .cloudKitShareHandle(try values.decode(String.self, forKey: .cloudKitShareHandle))
        }
    }

    /// Encodes the person as an identity or a handle.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .identity(let identity): try values.encode(identity, forKey: .identity)
        case .cloudKitShareHandle(let handle): try values.encode(handle, forKey: .cloudKitShareHandle)
        }
    }
}
