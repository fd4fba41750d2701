import CollaborationCrypto

extension Work {
    private typealias Signing = CollaborationCrypto.P256.Signing

    /// Parsing and verification.
    static func verification(of messages: [SignedMessage]) throws -> Work {
        try verification(of: messages, after: { $0 }, isValid: { try $0.isValid })
    }

    /// Verification with keys parsed beforehand.
    static func parsedKeyVerification(of messages: [SignedMessage]) throws -> Work {
        let parse = { (signed: SignedMessage) in
            try KeyedMessage(signed) { try Signing.PublicKey(x963Representation: $0) }
        }
        return try verification(of: messages, after: parse) { signed in
            let signature = try Signing.ECDSASignature(derRepresentation: signed.signature)
            return signed.key.isValidSignature(signature, for: signed.message)
        }
    }

    /// Verification with keys and signatures parsed, and messages hashed, beforehand.
    static func digestVerification(of messages: [SignedMessage]) throws -> Work {
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
