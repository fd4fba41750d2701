extension P256.Signing {
    /// A public key with a table of its multiples, for keys that verify many signatures.
    ///
    /// A verification takes less than a third of the time that it takes with the key alone, because there are
    /// 3 doublings to do instead of 256. The table takes 64 KiB and the time of about five verifications, so
    /// that it pays from the seventh signature on. The first key that is prepared also brings a table of the
    /// generator into being, 384 KiB for all keys.
    public struct PreparedPublicKey: Sendable {
        /// The key that the table belongs to.
        public let publicKey: PublicKey

        private let comb: FixedBaseComb

        /// Makes the table.
        ///
        /// - Parameter publicKey: The key.
        public init(_ publicKey: PublicKey) {
            self.publicKey = publicKey
            comb = FixedBaseComb(base: publicKey.point, rows: 8)
            // Made here, the generator's comb does not wait for the first signature to delay its
            // verification.
            _ = FixedBaseComb.generator
        }

        /// Verifies a signature over the SHA-256 digest of the bytes (FIPS 186-5, 6.4.2).
        ///
        /// - Parameters:
        ///   - signature: The signature.
        ///   - data: The message, which is hashed once with SHA-256.
        /// - Returns: Whether the signature is this key's.
        @inlinable
        public func isValidSignature(_ signature: ECDSASignature, for data: some Collection<UInt8>) -> Bool {
            isValidSignature(signature, for: SHA256.hash(data: data))
        }

        /// Verifies a signature over a digest (FIPS 186-5, 6.4.2).
        ///
        /// - Parameters:
        ///   - signature: The signature.
        ///   - digest: The SHA-256 digest of the message.
        /// - Returns: Whether the signature is this key's.
        public func isValidSignature(_ signature: ECDSASignature, for digest: SHA256Digest) -> Bool {
            signature.isSatisfied(by: digest) { u1, u2 in
                .sum(u1, timesGeneratorPlus: u2, times: comb)
            }
        }
    }
}
