import CollaborationCrypto
import CollaborationModels

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The bytes that a device signs: what a challenge and a device's own nonce have in common.
///
///     offset  bytes  content
///          0      1  1 for a challenge of the server, 2 for a nonce of the device
///          1      8  milliseconds since 1970: when the challenge expires, or when the nonce was made
///          9     16  random bytes
///         25     32  SHA-256 of the random bytes and the collaboration identifier
///         57     32  SHA-256 of the random bytes and the account identifier
///         89     32  in a challenge, the HMAC of all bytes before it
///
/// Integers have their most significant byte first. The random bytes keep the two hashes from being the same
/// in any two messages, so that they name nobody to whoever reads a log.
struct ChallengeMessage {
    enum Kind: UInt8 {
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

    let kind: Kind

    /// All bytes before the authentication code.
    let bytes: [UInt8]

    /// The authentication code; nil in a nonce of the device.
    let code: SHA256Digest?

    /// Makes a message; the code is the caller's to append.
    init(
        kind: Kind,
        date: Date,
        collaboration: CollaborationIdentifier,
        account: AccountIdentifier,
        random: () -> UInt64
    ) {
        let nonce = random().bigEndianBytes + random().bigEndianBytes
        self.kind = kind
        bytes =
            [kind.rawValue] + UInt64(bitPattern: date.milliseconds).bigEndianBytes + nonce
            + Self.binding(collaboration.rawValue, nonce: nonce).rawRepresentation
            + Self.binding(account.rawValue, nonce: nonce).rawRepresentation
        code = nil
    }

    /// Takes a message apart that came from a client; nil unless it has the form of one of the two kinds.
    init?(_ message: Data) {
        guard let kind = message.first.flatMap(Kind.init), message.count == kind.byteCount else { return nil }
        self.kind = kind
        bytes = Array(message.prefix(Self.byteCount))
        code = try? SHA256Digest(rawRepresentation: message.dropFirst(Self.byteCount))
    }

    /// When the challenge expires, or when the nonce was made.
    var date: Date {
        let milliseconds = bytes[1..<9].reduce(0) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSince1970: Double(Int64(bitPattern: milliseconds)) / 1000)
    }

    func isBound(to collaboration: CollaborationIdentifier) -> Bool {
        isBinding(bytes[25..<57], of: collaboration.rawValue)
    }

    func isBound(to account: AccountIdentifier) -> Bool {
        isBinding(bytes[57..<89], of: account.rawValue)
    }

    private func isBinding(_ binding: ArraySlice<UInt8>, of name: String) -> Bool {
        (try? SHA256Digest(rawRepresentation: binding)) == Self.binding(name, nonce: bytes[9..<25])
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
    /// Whole milliseconds since 1970, rounded down; a date that is out of range becomes the nearest one in
    /// it.
    fileprivate var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }
}
