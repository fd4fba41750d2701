import JWTKit

/// A key that tokens of accounts are verified with.
enum TokenKey: Sendable {
    /// The least number of bytes of a secret, the length of the code made with it (RFC 7518, section 3.2).
    static let minimumSecretByteCount = 32

    /// A secret that whoever issues the tokens shares with this server (HS256).
    case secret([UInt8])

    /// The public key of whoever issues the tokens (ES256).
    case publicKey(ES256PublicKey)

    /// Makes a key from a secret of at least 32 bytes.
    static func secret(checking bytes: [UInt8]) throws(TokenKeyError) -> TokenKey {
        guard bytes.count >= minimumSecretByteCount else {
            throw .secretTooShort(minimum: minimumSecretByteCount, found: bytes.count)
        }
        return .secret(bytes)
    }

    /// Makes a key from a public P-256 key in PEM.
    static func publicKey(pem: String) throws(TokenKeyError) -> TokenKey {
        do {
            return .publicKey(try ES256PublicKey(pem: pem))
        } catch {
            throw .notPublicKey
        }
    }

    /// The algorithm that a token must name.
    var algorithm: String {
        switch self {
        case .secret: "HS256"
        case .publicKey: "ES256"
        }
    }
}

/// The rule that a key of tokens breaks.
enum TokenKeyError: Error, Hashable, CustomStringConvertible {
    case secretTooShort(minimum: Int, found: Int)
    case notPublicKey

    var description: String {
        switch self {
        case .secretTooShort(let minimum, let found):
            "The secret of the tokens has \(found) bytes, at least \(minimum) are needed."
        case .notPublicKey: "The public key of the tokens is not a P-256 key in PEM."
        }
    }
}
