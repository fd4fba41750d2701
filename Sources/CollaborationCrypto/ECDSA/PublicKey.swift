/// The elliptic curve P-256 (SP 800-186), also called secp256r1 and prime256v1.
public enum P256 {
    /// P-256 for signatures: ECDSA with SHA-256 (FIPS 186-5).
    public enum Signing {}
}

extension P256.Signing {
    /// A public key: a point of the curve other than infinity.
    ///
    /// Every initializer checks that both coordinates are below p and that the point is on the curve (SP
    /// 800-56A, 5.6.2.3.4), so every value of this type is a valid key. The order of the group is prime, so
    /// the order of the point needs no check.
    public struct PublicKey: Hashable, Sendable {
        /// A point that is known to be on the curve.
        let point: AffinePoint
    }
}

extension P256.Signing.PublicKey {
    /// Verifies a signature over a message (FIPS 186-5, 6.4.2).
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - data: The message. It is hashed once, with SHA-256.
    /// - Returns: Whether the signature was made with the private key of this key.
    @inlinable
    public func isValidSignature(_ signature: P256.Signing.ECDSASignature, for data: some Collection<UInt8>) -> Bool {
        isValidSignature(signature, for: SHA256.hash(data: data))
    }

    /// Verifies a signature over the digest of a message (FIPS 186-5, 6.4.2).
    ///
    /// The time depends on the input, all of which is public.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - digest: The SHA-256 digest of the message.
    /// - Returns: Whether the signature was made with the private key of this key.
    public func isValidSignature(_ signature: P256.Signing.ECDSASignature, for digest: SHA256Digest) -> Bool {
        let inverse = signature.s.inverse
        let (u1, u2) = (Scalar(reducing: digest) * inverse, signature.r * inverse)
        let result = JacobianPoint.doubleScalarMultiplication(u1: u1, u2: u2, q: point)
        return result.hasX(congruentTo: signature.r)
    }
}
