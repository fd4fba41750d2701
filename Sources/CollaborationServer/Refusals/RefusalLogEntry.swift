public import CollaborationModels

/// A refusal with what a log needs to know about it: who was refused, where and why.
///
/// Log it, and send the client `publicAnswer`. With swift-log:
///
///     logger.notice("Refused", metadata: entry.metadata.mapValues { .string($0) })
///
/// It contains the names of the account and of the collaboration, but no key, no challenge and no proof.
public struct RefusalLogEntry: Hashable, Sendable {
    /// The account that asked, as the server has authenticated it.
    public let account: AccountIdentifier

    /// The collaboration that the account asked to open.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The reason.
    public let reason: AccessRefusal

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - account: The account that asked, as the server has authenticated it.
    ///   - collaborationIdentifier: The collaboration that the account asked to open.
    public init(
        _ reason: AccessRefusal,
        account: AccountIdentifier,
        collaborationIdentifier: CollaborationIdentifier
    ) {
        self.account = account
        self.collaborationIdentifier = collaborationIdentifier
        self.reason = reason
    }

    /// The values under the keys `account`, `collaboration` and `reason`, which do not change between versions.
    ///
    /// Each value has one line: control characters, line breaks and marks of direction in names are escaped.
    public var metadata: [String: String] {
        [
            "account": account.rawValue.onOneLine,
            "collaboration": collaborationIdentifier.rawValue.onOneLine,
            "reason": reason.description,
        ]
    }
}

extension RefusalLogEntry: CustomStringConvertible {
    /// One line such as `unknownIdentity account="bob" collaboration="doc-42"`.
    ///
    /// Names are quoted and escaped, so that no name can pass for another field or for another line.
    public var description: String {
        "\(reason) account=\(Self.quoted(account.rawValue))"
            + " collaboration=\(Self.quoted(collaborationIdentifier.rawValue))"
    }

    private static func quoted(_ name: String) -> String {
        let escaped = name.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
        }
        return "\"\(escaped.joined().onOneLine)\""
    }
}
