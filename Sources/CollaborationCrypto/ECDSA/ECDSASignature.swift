extension P256.Signing {
    /// An ECDSA signature: the two numbers r and s, each in 1 ..< n (FIPS 186-5, 6.4.2).
    ///
    /// Both s and n - s are valid where one is, as in plain ECDSA: a signature is no unique identifier.
    public struct ECDSASignature: Hashable, Sendable {
        let r: Scalar
        let s: Scalar

        init(r: UInt256, s: UInt256) throws(SignatureError) {
            guard let r = Scalar(r), let s = Scalar(s), !r.isZero, !s.isZero else { throw .scalarOutOfRange }
            self.r = r
            self.s = s
        }
    }

    /// The rule that the bytes of a signature break.
    public enum SignatureError: Error, Hashable, Sendable {
        /// A raw signature has another number of bytes than 64.
        case wrongLength(expected: Int, found: Int)

        /// The structure is not a SEQUENCE of two INTEGERs in DER.
        case malformedDER(DERError)

        /// A number, r or s, is not in 1 ..< n.
        case scalarOutOfRange
    }
}
