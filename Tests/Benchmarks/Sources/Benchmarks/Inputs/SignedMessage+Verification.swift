import CollaborationCrypto

extension SignedMessage {
    /// Whether the signature is valid; parsed and verified by this package.
    var isValid: Bool {
        get throws {
            let key = try P256.Signing.PublicKey(x963Representation: key)
            let signature = try P256.Signing.ECDSASignature(derRepresentation: signature)
            return key.isValidSignature(signature, for: message)
        }
    }

    /// Whether the signature is valid; parsed and verified by swift-crypto.
    var isValidToCrypto: Bool {
        get throws { try CryptoParts.isValid(key: key, signature: signature, message: message) }
    }
}
