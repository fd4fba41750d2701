#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The challenge that a server issues for a recipient's device to sign.
///
/// An app passes it to the highlight center's `answer(_:for:account:)`, which signs it only for this account and this
/// collaboration.
public struct ChallengeMessage: Hashable, Sendable {
    /// The bytes for the device to sign.
    public let bytes: Data

    /// Makes a message.
    public init(bytes: Data) {
        self.bytes = bytes
    }
}

extension ChallengeMessage {
    /// Reads a message from JSON.
    ///
    /// - Parameter json: A text within ``JSONLimits``, an object with `challenge`.
    /// - Throws: ``CollaborationError/malformed(_:)``.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        bytes = try JSONValue(json).member("challenge").bytes()
    }

    /// The message as JSON.
    public var json: Data { JSONText(["challenge": JSONText(bytes)]).data }
}
