package import CollaborationCrypto

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A challenge of the server.
///
/// The layout of the bytes, with integers in big-endian order:
///
///     offset  bytes  content
///          0      1  1; all other values are reserved
///          1      8  when the challenge expires, in milliseconds since 1970
///          9     16  random bytes
///         25     32  SHA-256 of the random bytes and the collaboration identifier
///         57     32  SHA-256 of the random bytes and the account identifier
///         89     32  the HMAC-SHA-256 of all bytes before it and the identifier of the store
///
/// The two hashes are the bindings. The random bytes make them different in every challenge, so that a reader of a
/// log cannot link two challenges of one account.
package struct Challenge: Hashable, Sendable {
    private static let kind: UInt8 = 1

    /// The number of bytes before the authentication code.
    private static let signedByteCount = 89

    /// All bytes before the authentication code.
    private let bytes: [UInt8]

    /// The authentication code, which differs in every challenge.
    package let code: SHA256Digest

    /// Reads the bytes that a device signed; nil unless the first byte and the length are those of a challenge.
    package init?(data: Data) {
        guard data.first == Self.kind,
            let code = try? SHA256Digest(rawRepresentation: data.dropFirst(Self.signedByteCount))
        else { return nil }
        self.code = code
        bytes = Array(data.prefix(Self.signedByteCount))
    }

    /// Makes a challenge under a secret key, for a store.
    package init(
        expiration: Date,
        collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        random: (UInt64, UInt64),
        key: [UInt8],
        store: Data
    ) {
        let nonce = random.0.bigEndianBytes + random.1.bigEndianBytes
        bytes =
            [Self.kind] + expiration.milliseconds.bigEndianBytes + nonce
            + Self.binding(collaboration.rawValue, nonce: nonce).rawRepresentation
            + Self.binding(account.rawValue, nonce: nonce).rawRepresentation
        code = Self.code(of: bytes, key: key, store: store)
    }

    /// The bytes for the device to sign, 121 of them.
    package var data: Data { Data(bytes + code.rawRepresentation) }

    /// When the challenge expires, in milliseconds since 1970.
    package var expiration: Int64 {
        Int64(bigEndianBytes: bytes[1..<9])
    }

    /// Whether the challenge is for a collaboration.
    package func isBound(to collaboration: CollaborationIdentifier) -> Bool {
        isBinding(bytes[25..<57], of: collaboration.rawValue)
    }

    /// Whether the challenge is for an account.
    package func isBound(to account: AccountIdentifier) -> Bool {
        isBinding(bytes[57..<89], of: account.rawValue)
    }

    /// Whether the challenge was made with a key for a store.
    package func isAuthentic(key: [UInt8], store: Data) -> Bool {
        // Digests are compared in constant time.
        code == Self.code(of: bytes, key: key, store: store)
    }

    private static func code(of bytes: [UInt8], key: [UInt8], store: Data) -> SHA256Digest {
        HMACSHA256.authenticationCode(for: bytes + store, using: key)
    }

    private func isBinding(_ binding: ArraySlice<UInt8>, of identifier: String) -> Bool {
        binding.elementsEqual(Self.binding(identifier, nonce: bytes[9..<25]))
    }

    private static func binding(_ identifier: String, nonce: some Collection<UInt8>) -> SHA256Digest {
        SHA256.hash(data: Array(nonce) + Array(identifier.utf8))
    }
}

extension ChallengeMessage {
    /// Throws unless a server's challenge is for a collaboration and an account.
    ///
    /// A device signs any bytes. If Bob's app signs a challenge that the server issued to Mallory, she sends the proof as
    /// her own, and the server lets her account in by Bob's identity. So an app must check it first. The check needs no
    /// key and does not show that the server issued the challenge.
    package func check(
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier
    ) throws(CollaborationError) {
        guard let parsed = Challenge(data: bytes) else { throw .refused(.malformedChallenge) }
        guard parsed.isBound(to: collaboration) else { throw .refused(.challengeForAnotherCollaboration) }
        guard parsed.isBound(to: account) else { throw .refused(.challengeForAnotherAccount) }
    }
}

extension Date {
    /// Whole milliseconds since 1970, rounded down and clamped to what 64 bits hold.
    package var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }
}
