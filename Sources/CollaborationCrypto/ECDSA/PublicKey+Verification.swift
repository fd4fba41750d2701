extension P256.Signing.PublicKey {
    /// Verifies a signature over the SHA-256 digest of the bytes (FIPS 186-5, 6.4.2).
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - data: The message, which is hashed once with SHA-256.
    /// - Returns: Whether the signature is this key's.
    @inlinable
    public func isValidSignature(
        _ signature: P256.Signing.ECDSASignature,
        for data: some Collection<UInt8>
    ) -> Bool {
        isValidSignature(signature, for: SHA256.hash(data: data))
    }

    /// Verifies a signature over a digest (FIPS 186-5, 6.4.2).
    ///
    /// All of its input is public, so the time that it takes depends on it.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - digest: The SHA-256 digest of the message.
    /// - Returns: Whether the signature is this key's.
    public func isValidSignature(_ signature: P256.Signing.ECDSASignature, for digest: SHA256Digest) -> Bool {
        signature.isSatisfied(by: digest) { u1, u2 in
            .sum(u1, timesGeneratorPlus: u2, times: point)
        }
    }
}

extension P256.Signing.ECDSASignature {
    /// Whether the x coordinate of R = u1 · G + u2 · Q is r modulo n, where u1 = e / s and u2 = r / s (FIPS
    /// 186-5, 6.4.2).
    ///
    /// How R is computed from u1 and u2 is left to the caller.
    @inline(__always)
    func isSatisfied(by digest: SHA256Digest, pointR: (Scalar, Scalar) -> JacobianPoint) -> Bool {
        let (u1, u2) = Scalar.quotients(Scalar(reducing: digest.integer), r, by: s)
        return pointR(u1, u2).hasX(congruentTo: r)
    }
}

extension JacobianPoint {
    /// Whether this is not infinity and its x coordinate, as an integer below p, is r modulo n.
    ///
    /// Since p < 2n, the coordinate is r, or r + n if that is below p. It is compared as X = x · Z², without
    /// an inversion.
    func hasX(congruentTo r: Scalar) -> Bool {
        guard !isInfinity else { return false }
        let zSquared = z.squared
        if let x = FieldElement(r.integer), x * zSquared == self.x { return true }
        let (sum, carry) = r.integer.addingReportingCarry(Scalar.order)
        guard carry == 0, let x = FieldElement(sum) else { return false }
        return x * zSquared == self.x
    }
}
