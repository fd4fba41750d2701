/// Identifies a collaboration on every device and on the server: Apple's `SWCollaborationIdentifier`.
///
/// It is unique across platforms and across shares of the same item. It is known once a start action is fulfilled.
public struct CollaborationIdentifier: StringIdentifier {
    /// The identifier as the app's server knows it.
    public let rawValue: String

    /// Makes an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// Identifies a collaboration to one app on one device: Apple's `SWLocalCollaborationIdentifier`.
///
/// It is used until there is a ``CollaborationIdentifier``, and means nothing on another device. It may be empty.
public struct LocalCollaborationIdentifier: StringIdentifier {
    /// True: content known only by its ``CollaborationIdentifier`` has no local identifier.
    public static var canBeEmpty: Bool { true }

    /// The identifier as the app knows it.
    public let rawValue: String

    /// Makes an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// Identifies an option of a collaboration to the app and its server.
///
/// Apple has a plain string. A type of its own is compared by bytes, and is never taken for that of an account.
public struct OptionIdentifier: StringIdentifier {
    /// The identifier as the app and its server declare it.
    public let rawValue: String

    /// Makes an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The server's own identifier of an account, such as a primary key.
public struct AccountIdentifier: StringIdentifier {
    /// The identifier as the server knows it.
    public let rawValue: String

    /// Makes an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
