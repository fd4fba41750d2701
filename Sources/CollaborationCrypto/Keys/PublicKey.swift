extension P256.Signing {
    /// A public key: a point of the curve other than infinity.
    ///
    /// Every initialiser checks that both coordinates are below p and that the point is on the curve (SP
    /// 800-56A, 5.6.2.3.4), so that a key that exists is valid. The group has prime order, so that no check
    /// of the order is needed.
    public struct PublicKey: Hashable, Sendable {
        let point: AffinePoint

        /// Takes a point that is known to be on the curve.
        init(point: AffinePoint) {
            self.point = point
        }

        /// Takes coordinates as integers.
        init(x: UInt256, y: UInt256) throws(PublicKeyError) {
            guard let x = FieldElement(x), let y = FieldElement(y) else { throw .coordinateOutOfRange }
            point = AffinePoint(x: x, y: y)
            guard point.isOnCurve else { throw .notOnCurve }
        }
    }

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
