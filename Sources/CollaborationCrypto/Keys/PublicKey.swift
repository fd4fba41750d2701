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
}
