#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A challenge of the server, as an app reads it before its device signs it.
///
/// A device signs any bytes that its app passes. If Bob's app signs a challenge that the server issued to
/// Mallory, she sends the proof as the answer to her challenge, and the server lets her account in by Bob's
/// identity. So an app checks first that a challenge is for its own account and for the collaboration that
/// it opens:
///
///     let challenge = try Challenge(data: bytes)
///     guard challenge.isIssued(for: highlight.collaborationIdentifier, account: account) else { return }
///     let proof = try await center.signedIdentityProof(for: highlight, using: challenge.data)
///
/// This needs no key. It does not show that the server issued the challenge: only the server can check
/// that, and does so when the proof arrives.
public struct Challenge: Hashable, Sendable {
    /// The bytes for the device to sign.
    public let data: Data

    /// Reads a challenge.
    ///
    /// - Parameter data: The bytes that the server sent.
    /// - Throws: ``MalformedChallengeError`` when the first byte or the length is not that of a challenge. A
    ///   ``DeviceNonce`` is refused too, since no server issues one.
    public init(data: Data) throws(MalformedChallengeError) {
        guard let message = ChallengeMessage(data), message.kind == .challenge else {
            throw MalformedChallengeError(byteCount: data.count)
        }
        self.data = data
        self.message = message
    }

    private let message: ChallengeMessage

    /// When the challenge expires, by the server's clock.
    ///
    /// The device's clock may differ, so leave it to the server to refuse an expired challenge. Use this to
    /// know when to ask for a new one.
    public var expiration: Date { message.date }

    /// Tells whether the challenge names a collaboration and an account.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration that the app opens.
    ///   - account: The account that is signed in to the app.
    /// - Returns: True when the challenge is for this account to open this collaboration.
    public func isIssued(for collaboration: CollaborationIdentifier, account: AccountIdentifier) -> Bool {
        message.isBound(to: collaboration) && message.isBound(to: account)
    }
}

extension Challenge {
    /// Whether two challenges have the same bytes.
    public static func == (a: Challenge, b: Challenge) -> Bool {
        a.data == b.data
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(data)
    }
}

/// The bytes are not a challenge of this package's server.
public struct MalformedChallengeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes found.
    public let byteCount: Int

    /// What was found.
    public var description: String { "These \(byteCount) bytes are not a challenge." }
}
