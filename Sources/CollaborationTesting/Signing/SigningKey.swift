import CollaborationCore
package import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A P-256 private key, for tests only.
///
/// - Warning: The arithmetic takes a time that depends on the key, so an attacker who measures it can learn the
///   key. Never sign with it outside tests.
public struct SigningKey: Sendable {
    let scalar: Scalar
    let point: P256.Signing.PublicKey

    init?(_ scalar: Scalar) {
        guard let point = scalar.timesGenerator else { return nil }
        self.scalar = scalar
        self.point = point
    }

    /// Makes a key from its bytes.
    ///
    /// - Parameter rawRepresentation: 32 bytes, most significant first, of an integer in 1 ..< n. Any others give nil.
    package init?(rawRepresentation: some Sequence<UInt8>) {
        let bytes = Array(rawRepresentation)
        guard bytes.count == 32, let key = Scalar(bigEndian: bytes).flatMap(Self.init) else { return nil }
        self = key
    }

    /// Makes a random key.
    ///
    /// - Parameter generator: The source of randomness; a ``SeededGenerator`` makes the key repeatable.
    public init(using generator: inout some RandomNumberGenerator) {
        // An integer out of range is drawn again (FIPS 186-5, A.2.2), about once in 2³² draws.
        while true {
            if let key = Scalar(bigEndian: .random(32) { generator.next() }).flatMap(Self.init) {
                self = key
                return
            }
        }
    }

    /// The public key, 65 bytes: 04, x, y (ANSI X9.63).
    public var publicKey: Data { Data(point.x963Representation) }
}

extension SigningKey {
    /// Signs the SHA-256 of a message, deterministically (ECDSA, FIPS 186-5, 6.4.1; RFC 6979).
    ///
    /// - Parameter message: The message, any number of bytes.
    /// - Returns: The signature in DER, 8 to 72 bytes, the same for the same key and message.
    public func signature(for message: some Collection<UInt8>) -> Data {
        Data(ecdsaSignature(for: SHA256.hash(data: message)).derRepresentation)
    }

    package func ecdsaSignature(for digest: SHA256Digest) -> P256.Signing.ECDSASignature {
        var nonces = DeterministicNonces(key: scalar, digest: digest)
        // A nonce that makes r or s zero is skipped; no such nonce is known.
        while true {
            let k = nonces.next()
            guard let r = k.timesGenerator.map(Scalar.init(xOf:)) else { continue }
            let s = k.inverse * (Scalar(reducing: digest) + r * scalar)
            let bytes = r.bigEndianBytes + s.bigEndianBytes
            if let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes) { return signature }
        }
    }
}

/// Derives the numbers k of RFC 6979 (3.2) from a private key and the digest of a message.
private struct DeterministicNonces {
    private var key = [UInt8](repeating: 0, count: 32)
    private var value = [UInt8](repeating: 1, count: 32)

    init(key scalar: Scalar, digest: SHA256Digest) {
        let seed = scalar.bigEndianBytes + Scalar(reducing: digest).bigEndianBytes
        update(separator: 0, seed: seed)  // Steps d and e.
        update(separator: 1, seed: seed)  // Steps f and g.
    }

    /// The next number in 1 ..< n (step h).
    mutating func next() -> Scalar {
        while true {
            advance()
            // A digest is as long as n, so one value is a complete candidate.
            let candidate = Scalar(bigEndian: value)
            update(separator: 0, seed: [])
            if let candidate, !candidate.isZero { return candidate }
        }
    }

    private mutating func update(separator: UInt8, seed: [UInt8]) {
        key = HMACSHA256.authenticationCode(for: value + [separator] + seed, using: key).rawRepresentation
        advance()
    }

    private mutating func advance() {
        value = HMACSHA256.authenticationCode(for: value, using: key).rawRepresentation
    }
}
