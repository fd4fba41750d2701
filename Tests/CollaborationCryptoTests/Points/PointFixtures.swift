import Testing

@testable import CollaborationCrypto

extension AffinePoint {
    /// A multiple of the generator that is not infinity, from the reference.
    init(generatorTimes k: Int) throws {
        self = try #require(AffinePoint(ReferenceCurve.smallMultiple(k)))
    }
}

extension JacobianPoint {
    /// Every way to write a point that the tests use: with Z of 1, -1, small, without a pattern, and in both
    /// representations of a number where there are two; infinity with either representation of zero.
    static func forms(of point: ReferencePoint) -> [JacobianPoint] {
        guard let affine = AffinePoint(point) else {
            let p = FieldElement(montgomery: UInt256(ReferenceCurve.p))
            // Infinity is (t², t³, 0) for any t but 0.
            let t = FieldElement(value: 0x1234_5678_9abc_def1)
            return [
                .infinity, JacobianPoint(x: .one, y: .one, z: p),
                JacobianPoint(x: t.squared, y: t.squared * t, z: .zero),
            ]
        }
        let one = FieldElement(montgomery: UInt256(EdgeNumbers.limit - ReferenceCurve.p))
        let small = FieldElement(montgomery: UInt256(5, 0, 0, 0))
        let smallAgain = FieldElement(montgomery: UInt256(ReferenceCurve.p + 5))
        let drawn = FieldElement(
            value: Natural(hex: "9e3779b97f4a7c15 f39cc0605cedc834 1082276bf3a27251 f86c6a11d0c18e95")
        )
        return [JacobianPoint(affine)]
            + [one, -.one, small, smallAgain, drawn].map { JacobianPoint(affine, z: $0) }
    }
}
