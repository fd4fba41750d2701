import CollaborationCrypto
import Foundation

/// A key that tokens of accounts are verified with.
enum TokenKey: Sendable {
    /// A secret of at least 32 bytes that whoever issues the tokens shares with this server (HS256).
    case secret([UInt8])

    /// The public key of whoever issues the tokens (ES256).
    case publicKey(P256.Signing.PublicKey)

    /// Makes a key from a public P-256 key in PEM (RFC 7468); nil if the text is not one.
    init?(publicKeyPEM text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.first == "-----BEGIN PUBLIC KEY-----", lines.last == "-----END PUBLIC KEY-----",
            let bytes = Data(base64Encoded: lines.dropFirst().dropLast().joined()),
            let key = try? P256.Signing.PublicKey(derRepresentation: bytes)
        else { return nil }
        self = .publicKey(key)
    }

    var secretBytes: [UInt8]? { if case .secret(let bytes) = self { bytes } else { nil } }

    var algorithm: String { secretBytes == nil ? "ES256" : "HS256" }

    /// Whether a signature (RFC 7518, sections 3.2 and 3.4) was made with this key, or with the private one of it.
    func hasSigned(_ bytes: some Collection<UInt8>, _ signature: Data) -> Bool {
        switch self {
        case .secret(let secret):
            return HMACSHA256.isValidAuthenticationCode(signature, authenticating: bytes, using: secret)
        case .publicKey(let key):
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            return signature.map { key.isValidSignature($0, for: bytes) } ?? false
        }
    }
}
