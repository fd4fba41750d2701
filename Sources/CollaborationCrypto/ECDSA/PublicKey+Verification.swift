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
