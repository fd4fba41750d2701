import CollaborationCrypto
import CollaborationTestSupport

/// One case of `Vectors/ecdsa-p256-sha256.json`: a key, a message or digest, a signature and the verdict.
struct ECDSACase: Decodable, Sendable {
    enum Verdict: String, Decodable {
        case valid
        case mismatched
        case malformedKey
        case malformedSignature
    }

    enum KeyEncoding: String, Decodable, CaseIterable {
        case x963
        case compressed
        case raw
        case der
    }

    enum SignatureEncoding: String, Decodable, CaseIterable {
        case der
        case raw
    }

    var id: String
    var comment: String
    var verdict: Verdict
    var keyEncoding: KeyEncoding
    var key: Hexadecimal
    /// The signed message; absent where the case has only a digest.
    var message: Hexadecimal?
    var digest: Hexadecimal?
    var signatureEncoding: SignatureEncoding
    var signature: Hexadecimal
    /// The expected ``RuleNaming/ruleName``; absent where the input breaks several rules.
    var error: String?
}

extension ECDSACase {
    func publicKey() throws(CryptoError) -> P256.Signing.PublicKey {
        switch keyEncoding {
        case .x963: try P256.Signing.PublicKey(x963Representation: key.bytes)
        case .compressed: try P256.Signing.PublicKey(compressedRepresentation: key.bytes)
        case .raw: try P256.Signing.PublicKey(rawRepresentation: key.bytes)
        case .der: try P256.Signing.PublicKey(derRepresentation: key.bytes)
        }
    }

    func ecdsaSignature() throws(CryptoError) -> P256.Signing.ECDSASignature {
        switch signatureEncoding {
        case .der: try P256.Signing.ECDSASignature(derRepresentation: signature.bytes)
        case .raw: try P256.Signing.ECDSASignature(rawRepresentation: signature.bytes)
        }
    }

    func signedDigest() throws -> SHA256Digest {
        if let message {
            return SHA256.hash(data: message.bytes)
        }
        return try SHA256Digest(rawRepresentation: digest?.bytes ?? [])
    }

    /// The verdict of the library.
    func verdictFound() throws -> Verdict {
        let key: P256.Signing.PublicKey
        do {
            key = try publicKey()
        } catch {
            return .malformedKey
        }
        let signature: P256.Signing.ECDSASignature
        do {
            signature = try ecdsaSignature()
        } catch {
            return .malformedSignature
        }
        return key.isValidSignature(signature, for: try signedDigest()) ? .valid : .mismatched
    }
}
