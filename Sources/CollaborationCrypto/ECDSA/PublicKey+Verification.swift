extension P256.Signing.PublicKey {
    /// Verifies a signature over a message (FIPS 186-5, 6.4.2).
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - data: The message. It is hashed once, with SHA-256.
    /// - Returns: Whether the signature was made with the private key of this key.
    @inlinable
    public func isValidSignature(
        _ signature: P256.Signing.ECDSASignature,
        for data: some Collection<UInt8>
    ) -> Bool {
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
        signature.isSatisfied(by: digest) { u1, u2 in
            .sum(u1, timesGeneratorPlus: u2, times: point)
        }
    }
}
