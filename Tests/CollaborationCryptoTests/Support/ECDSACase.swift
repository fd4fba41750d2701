import CollaborationCrypto
import CollaborationTestSupport

/// One case of `Vectors/ecdsa-p256-sha256.json`: a key, a message or digest, a signature and the verdict.
struct ECDSACase: Decodable, Sendable {
    enum Verdict: String, Decodable {
        case valid, mismatched, malformedKey, malformedSignature
    }

    enum KeyEncoding: String, Decodable {
        case x963, compressed, raw, der
    }

    enum SignatureEncoding: String, Decodable {
        case der, raw
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
    /// The name of the expected error's case; absent where the input breaks several rules.
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

    /// The name of an error's case.
    static func ruleName(_ error: CryptoError) -> String { String("\(error)".prefix { $0 != "(" }) }

    func signedDigest() throws -> SHA256Digest {
        if let message { return SHA256.hash(data: message.bytes) }
        return try SHA256Digest(rawRepresentation: digest?.bytes ?? [])
    }

    func verdictFound() throws -> Verdict {
        guard let key = try? publicKey() else { return .malformedKey }
        guard let signature = try? ecdsaSignature() else { return .malformedSignature }
        return key.isValidSignature(signature, for: try signedDigest()) ? .valid : .mismatched
    }
}
