import JWTKit

/// A key that tokens of accounts are verified with.
enum TokenKey: Sendable {
    /// A secret of at least 32 bytes that whoever issues the tokens shares with this server (HS256).
    case secret([UInt8])

    /// The public key of whoever issues the tokens (ES256).
    case publicKey(ES256PublicKey)

    /// Makes a key from a public P-256 key in PEM; nil if the text is not one.
    init?(publicKeyPEM text: String) {
        guard let key = try? ES256PublicKey(pem: text) else { return nil }
        self = .publicKey(key)
    }

    /// The algorithm that a token must name.
    var algorithm: String {
        switch self {
        case .secret: "HS256"
        case .publicKey: "ES256"
        }
    }
}
