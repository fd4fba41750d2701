package import BigInt
import CollaborationCrypto
import CollaborationTesting
package import Foundation

/// A private key of P-256 that signs any digest, also with numbers of the caller's choice (FIPS 186-5, 6.4.1).
///
/// Only for tests: the arithmetic takes a time that depends on the key, and a random number has 64 bits, which is faster.
package struct RawKey: Sendable {
    /// The order of the curve.
    package static let order =
        BigUInt("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", radix: 16) ?? 0

    private let d: BigUInt

    /// The public key, 65 bytes: 04, x, y.
    package let publicKey: Data

    /// Makes a key from its number, which is reduced; a random one by default.
    package init(_ number: BigUInt = 1 + .randomInteger(withMaximumWidth: 64)) {
        d = number % Self.order
        var words = Words(bytes: Self.bytes(d))
        publicKey = SigningKey(using: &words).publicKey
    }

    /// Makes a key that signs with the number 0, for bytes that are no point of the curve.
    package init(offCurve publicKey: Data) { (d, self.publicKey) = (0, publicKey) }

    /// The key for which the signature over a digest has this s, and the x coordinate of k times the generator for r.
    ///
    /// It solves s = (e + r·d) / k for d.
    package init?(signing digest: Data, k: BigUInt, s: BigUInt) {
        let negated = Self.order - BigUInt(digest.prefix(32)) % Self.order
        guard let inverse = Self.r(k).inverse(Self.order) else { return nil }
        self.init((s * k + negated) * inverse)
    }

    /// Signs a message.
    ///
    /// - Returns: The signature in DER.
    package func signature(for message: Data) -> Data { signature(forDigest: Data(SHA256.hash(data: message))) }

    /// Signs a digest, of which ECDSA takes the first 32 bytes.
    ///
    /// - Returns: The signature in DER; empty bytes if there is none with this k, which has a probability of 2⁻²⁵⁵.
    package func signature(forDigest digest: Data, k: BigUInt = 1 + .randomInteger(withMaximumWidth: 64)) -> Data {
        let r = Self.r(k)
        guard let inverse = k.inverse(Self.order) else { return Data() }
        let s = (BigUInt(digest.prefix(32)) + r * d) % Self.order * inverse % Self.order
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: Self.bytes(r) + Self.bytes(s))
        return Data(signature?.derRepresentation ?? [])
    }

    private static func r(_ k: BigUInt) -> BigUInt { BigUInt(RawKey(k).publicKey[1..<33]) % order }

    /// 32 bytes, most significant first.
    private static func bytes(_ number: BigUInt) -> Data {
        let bytes = number.serialize()
        return Data(count: 32 - bytes.count) + bytes
    }
}

/// Gives a number in place of random bytes.
private struct Words: RandomNumberGenerator {
    var bytes: Data

    mutating func next() -> UInt64 {
        defer { bytes = Data(bytes.dropFirst(8)) }
        return bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
