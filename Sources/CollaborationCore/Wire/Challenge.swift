package import CollaborationCrypto

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
///
/// The layout of the bytes, also of a ``DeviceNonce``, with integers in big-endian order:
///
///     offset  bytes  content
///          0      1  1 for a challenge of the server, 2 for a nonce of the device
///          1      8  milliseconds since 1970: when the challenge expires, or when the nonce was made
///          9     16  random bytes
///         25     32  SHA-256 of the random bytes and the collaboration identifier
///         57     32  SHA-256 of the random bytes and the account identifier
///         89     32  in a challenge, the HMAC-SHA-256 of all bytes before it and the identifier of the store
///
/// The two hashes are the bindings. The random bytes make them different in every challenge, so that a reader of a
/// log cannot link two challenges of one account.
public struct Challenge: Hashable, Sendable {
    /// The bytes for the device to sign.
    public let data: Data

    package enum Kind: UInt8, Sendable {
        case challenge = 1
        case deviceNonce = 2
    }

    package let kind: Kind

    /// The number of bytes before the authentication code.
    private static let signedByteCount = 89

    /// All bytes before the authentication code.
    private let bytes: [UInt8]

    /// The authentication code; nil in a nonce of the device.
    private let code: SHA256Digest?

    /// Reads a challenge.
    ///
    /// - Parameter data: The bytes that the server sent.
    /// - Throws: ``MalformedChallengeError`` when the first byte or the length is not that of a challenge. A
    ///   ``DeviceNonce`` is refused too, since no server issues one.
    public init(data: Data) throws(MalformedChallengeError) {
        guard let challenge = Challenge(signed: data), challenge.kind == .challenge else {
            throw MalformedChallengeError(byteCount: data.count)
        }
        self = challenge
    }

    /// Reads what a device signed; nil unless the first byte and the length are those of a challenge or a nonce.
    package init?(signed data: Data) {
        guard let kind = data.first.flatMap(Kind.init) else { return nil }
        let code = data.dropFirst(Self.signedByteCount)
        switch kind {
        case .challenge:
            guard let code = try? SHA256Digest(rawRepresentation: code) else { return nil }
            self.code = code
        case .deviceNonce:
            guard data.count == Self.signedByteCount else { return nil }
            self.code = nil
        }
        self.data = data
        self.kind = kind
        bytes = Array(data.prefix(Self.signedByteCount))
    }

    /// Makes a challenge of a server with a key, or a nonce of a device without one.
    ///
    /// - Parameters:
    ///   - date: When the challenge expires, or when the nonce was made.
    ///   - collaboration: The collaboration that the account asks to open.
    ///   - account: The account that asks.
    ///   - random: Bits that nobody can predict.
    ///   - key: The secret key and the identifier of the store, for a challenge.
    package init(
        date: Date,
        collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        random: (UInt64, UInt64),
        key: (secret: [UInt8], store: Data)?
    ) {
        let nonce = random.0.bigEndianBytes + random.1.bigEndianBytes
        kind = key == nil ? .deviceNonce : .challenge
        bytes =
            [kind.rawValue] + UInt64(bitPattern: date.milliseconds).bigEndianBytes + nonce
            + Self.binding(collaboration.rawValue, nonce: nonce).rawRepresentation
            + Self.binding(account.rawValue, nonce: nonce).rawRepresentation
        code = key.map { [bytes] in Self.code(of: bytes, key: $0.secret, store: $0.store) }
        data = Data(bytes + (code?.rawRepresentation ?? []))
    }

    /// When the challenge expires, by the server's clock.
    ///
    /// The device's clock may differ, so leave it to the server to refuse an expired challenge. Use this to
    /// know when to ask for a new one.
    public var expiration: Date { date }

    /// When the challenge expires, or when the nonce was made.
    package var date: Date {
        let milliseconds = bytes[1..<9].reduce(0) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSince1970: Double(Int64(bitPattern: milliseconds)) / 1000)
    }

    /// Tells whether the challenge names a collaboration and an account.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration that the app opens.
    ///   - account: The account that is signed in to the app.
    /// - Returns: True when the challenge is for this account to open this collaboration.
    public func isIssued(for collaboration: CollaborationIdentifier, account: AccountIdentifier) -> Bool {
        isBound(to: collaboration) && isBound(to: account)
    }

    package func isBound(to collaboration: CollaborationIdentifier) -> Bool {
        isBinding(bytes[25..<57], of: collaboration.rawValue)
    }

    package func isBound(to account: AccountIdentifier) -> Bool {
        isBinding(bytes[57..<89], of: account.rawValue)
    }

    /// Whether the challenge was made with a key for a store; false for a nonce of a device.
    package func isAuthentic(key: [UInt8], store: Data) -> Bool {
        // Digests are compared in constant time.
        code == Self.code(of: bytes, key: key, store: store)
    }

    /// Differs in every challenge: its authentication code, or the hash of a nonce.
    package var identifier: SHA256Digest { code ?? SHA256.hash(data: bytes) }

    private static func code(of bytes: [UInt8], key: [UInt8], store: Data) -> SHA256Digest {
        HMACSHA256.authenticationCode(for: bytes + store, using: key)
    }

    private func isBinding(_ binding: ArraySlice<UInt8>, of name: String) -> Bool {
        binding.elementsEqual(Self.binding(name, nonce: bytes[9..<25]))
    }

    private static func binding(_ name: String, nonce: some Collection<UInt8>) -> SHA256Digest {
        SHA256.hash(data: Array(nonce) + Array(name.utf8))
    }
}

/// The bytes are not a challenge of this package's server.
public struct MalformedChallengeError: DescribedError, Sendable {
    /// The number of bytes found.
    package let byteCount: Int

    /// What was found.
    public var description: String { "These \(byteCount) bytes are not a challenge." }
}

extension UInt64 {
    fileprivate var bigEndianBytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) }
    }
}

extension Date {
    /// Whole milliseconds since 1970, rounded down and clamped to what 64 bits hold.
    package var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }
}
