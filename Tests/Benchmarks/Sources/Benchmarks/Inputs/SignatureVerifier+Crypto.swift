import CollaborationCore

extension SignatureVerifier {
    /// The verifier of swift-crypto.
    static let crypto = SignatureVerifier { publicKey, signature, message in
        (try? CryptoParts.isValid(key: publicKey, signature: signature, message: message)) ?? false
    }
}
