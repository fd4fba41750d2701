package import CollaborationCrypto

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The bytes that a device signs: a server's challenge, or a nonce that the device made itself.
///
///     offset  bytes  content
///          0      1  1 for a challenge of the server, 2 for a nonce of the device
///          1      8  milliseconds since 1970: when the challenge expires, or when the nonce was made
///          9     16  random bytes
///         25     32  SHA-256 of the random bytes and the collaboration identifier
///         57     32  SHA-256 of the random bytes and the account identifier
///         89     32  in a challenge, the HMAC-SHA-256 of all bytes before it
///
/// Integers are big-endian. The two hashes are the bindings. The random bytes make them different in every
/// message, so that a reader of a log cannot link two messages of one account.
package struct ChallengeMessage: Sendable {
    package enum Kind: UInt8, Sendable {
        case challenge = 1
        case deviceNonce = 2

        var byteCount: Int {
            switch self {
            case .challenge: ChallengeMessage.byteCount + SHA256Digest.byteCount
            case .deviceNonce: ChallengeMessage.byteCount
            }
        }
    }

    /// The number of bytes before the authentication code.
    static let byteCount = 89

    package let kind: Kind

    /// All bytes before the authentication code.
    package let bytes: [UInt8]

    /// The authentication code; nil in a nonce of the device.
    package let code: SHA256Digest?

    /// Makes the bytes before the authentication code, which the caller appends.
    package init(
        kind: Kind,
        date: Date,
        collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        random: (UInt64, UInt64)
    ) {
        let nonce = random.0.bigEndianBytes + random.1.bigEndianBytes
        self.kind = kind
        bytes =
            [kind.rawValue] + UInt64(bitPattern: date.milliseconds).bigEndianBytes + nonce
            + Self.binding(collaboration.rawValue, nonce: nonce).rawRepresentation
            + Self.binding(account.rawValue, nonce: nonce).rawRepresentation
        code = nil
    }

    /// Reads a message that came from a client; nil unless its first byte and its length are those of a kind.
    package init?(_ message: Data) {
        guard let kind = message.first.flatMap(Kind.init), message.count == kind.byteCount else { return nil }
        self.kind = kind
        bytes = Array(message.prefix(Self.byteCount))
        // A nonce has no bytes left for a code.
        code = try? SHA256Digest(rawRepresentation: message.dropFirst(Self.byteCount))
    }

    /// When the challenge expires, or when the nonce was made.
    package var date: Date {
        let milliseconds = bytes[1..<9].reduce(0) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSince1970: Double(Int64(bitPattern: milliseconds)) / 1000)
    }

    /// Whether the message was made for a collaboration.
    package func isBound(to collaboration: CollaborationIdentifier) -> Bool {
        isBinding(bytes[25..<57], of: collaboration.rawValue)
    }

    /// Whether the message was made for an account.
    package func isBound(to account: AccountIdentifier) -> Bool {
        isBinding(bytes[57..<89], of: account.rawValue)
    }

    private func isBinding(_ binding: ArraySlice<UInt8>, of name: String) -> Bool {
        binding.elementsEqual(Self.binding(name, nonce: bytes[9..<25]))
    }

    private static func binding(_ name: String, nonce: some Collection<UInt8>) -> SHA256Digest {
        SHA256.hash(data: Array(nonce) + Array(name.utf8))
    }
}

extension UInt64 {
    fileprivate var bigEndianBytes: [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> UInt64($0)) }
    }
}

extension Date {
    /// Whole milliseconds since 1970, rounded down and clamped to what 64 bits hold.
    fileprivate var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }
}
