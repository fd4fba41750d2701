import Crypto

extension Work {
    private typealias Signing = Crypto.P256.Signing

    /// Parsing and verification by swift-crypto.
    static func cryptoVerification(of messages: [SignedMessage]) throws -> Work {
        try verification(of: messages, after: { $0 }, isValid: { try $0.isValidToCrypto })
    }

    /// Verification by swift-crypto with keys parsed beforehand.
    static func cryptoParsedKeyVerification(of messages: [SignedMessage]) throws -> Work {
        let parse = { (signed: SignedMessage) in
            try KeyedMessage(signed) { try Signing.PublicKey(x963Representation: $0) }
        }
        return try verification(of: messages, after: parse) { signed in
            let signature = try Signing.ECDSASignature(derRepresentation: signed.signature)
            return signed.key.isValidSignature(signature, for: signed.message)
        }
    }

    /// Verification by swift-crypto with keys and signatures parsed, and messages hashed, beforehand.
    static func cryptoDigestVerification(of messages: [SignedMessage]) throws -> Work {
        let parse = { (signed: SignedMessage) in
            (
                key: try Signing.PublicKey(x963Representation: signed.key),
                signature: try Signing.ECDSASignature(derRepresentation: signed.signature),
                digest: SHA256.hash(data: signed.message)
            )
        }
        return try verification(of: messages, after: parse) { signed in
            signed.key.isValidSignature(signed.signature, for: signed.digest)
        }
    }
}
