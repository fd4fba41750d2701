extension P256.Signing {
    /// The rule that the bytes of a public key break.
    public enum PublicKeyError: Error, Hashable, Sendable {
        /// The encoding has another number of bytes than its form requires; infinity, one byte 00, is among
        /// these.
        case wrongLength(expected: Int, found: Int)

        /// The first byte is not that of the form: 04 for x9.63, 02 or 03 for compressed (SEC 1, 2.3.3).
        case unexpectedForm(UInt8)

        /// A coordinate is not below p.
        case coordinateOutOfRange

        /// No point of the curve has these coordinates.
        case notOnCurve

        /// The structure is not a SubjectPublicKeyInfo in DER (RFC 5480).
        case malformedDER(DERError)

        /// The SubjectPublicKeyInfo is for another algorithm than id-ecPublicKey or another curve than
        /// secp256r1.
        case unsupportedAlgorithm
    }
}
