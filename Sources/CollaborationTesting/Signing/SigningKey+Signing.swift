import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension SigningKey {
    /// Signs the SHA-256 of a message, deterministically (ECDSA, FIPS 186-5, 6.4.1; RFC 6979).
    ///
    /// - Parameter message: The message, any number of bytes.
    /// - Returns: The signature in DER, 8 to 72 bytes, the same for the same key and message.
    public func signature(for message: some Collection<UInt8>) -> Data {
        Data(ecdsaSignature(for: SHA256.hash(data: message)).derRepresentation)
    }

    func ecdsaSignature(for digest: SHA256Digest) -> P256.Signing.ECDSASignature {
        var nonces = DeterministicNonces(key: scalar, digest: digest)
        // A nonce that makes r or s zero is followed by the next; none such is known.
        while true {
            let k = nonces.next()
            guard let r = k.timesGenerator.map(P256.GroupScalar.init(xOf:)) else { continue }
            let s = (P256.GroupScalar(reducing: digest) + r * scalar) / k
            let bytes = r.bigEndianBytes + s.bigEndianBytes
            if let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes) { return signature }
        }
    }
}
