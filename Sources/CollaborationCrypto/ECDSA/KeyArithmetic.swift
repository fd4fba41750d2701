// What signing needs beyond verification. It runs in variable time, so it must never see a real private key:
// only `CollaborationTesting` calls it, with keys that are made for a test.

extension Scalar {
    /// Reduces the x coordinate of a key's point modulo n.
    package init(xOf key: P256.Signing.PublicKey) {
        self.init(reducing: key.point.x.integer)
    }

    /// This multiple of the generator; nil for zero, since the multiple is then infinity.
    package var timesGenerator: P256.Signing.PublicKey? {
        JacobianPoint.doubleScalarMultiplication(u1: self, u2: .zero, q: .generator)
            .affine.map(P256.Signing.PublicKey.init(point:))
    }
}

extension P256.Signing.PublicKey {
    /// Returns the sum of two points; nil for opposite points, since their sum is infinity.
    package func adding(_ other: Self) -> Self? {
        JacobianPoint(point).adding(other.point).affine.map(Self.init(point:))
    }
}
