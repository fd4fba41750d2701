extension P256.Signing {
    /// A public key: a point of the curve other than infinity.
    ///
    /// Every initializer checks that both coordinates are below p and that the point is on the curve (SP
    /// 800-56A, 5.6.2.3.4), so every value of this type is a valid key. The order of the group is prime, so
    /// the order of the point needs no check.
    public struct PublicKey: Hashable, Sendable {
        let point: AffinePoint

        /// Makes a key of a point that is known to be on the curve.
        init(point: AffinePoint) {
            self.point = point
        }

        /// Makes a key of the coordinates of a point, after the checks.
        init(x: UInt256, y: UInt256) throws(PublicKeyError) {
            guard let x = FieldElement(x), let y = FieldElement(y) else { throw .coordinateOutOfRange }
            point = AffinePoint(x: x, y: y)
            guard point.isOnCurve else { throw .notOnCurve }
        }
    }

    /// The reason why bytes are not a public key.
    public enum PublicKeyError: Error, Hashable, Sendable {
        /// The number of bytes is not that of the form. This includes the point at infinity, which is one
        /// byte 00.
        case wrongLength(expected: Int, found: Int)

        /// The first byte is not that of the form: 04 for x9.63, 02 or 03 for compressed (SEC 1, 2.3.3).
        case unexpectedForm(UInt8)

        /// A coordinate is not below the prime p of the field.
        case coordinateOutOfRange

        /// No point of the curve has these coordinates.
        case notOnCurve

        /// The bytes are not a SubjectPublicKeyInfo in DER (RFC 5480).
        case malformedDER(DERError)

        /// The algorithm of the SubjectPublicKeyInfo is not id-ecPublicKey with the curve secp256r1.
        case unsupportedAlgorithm
    }
}
