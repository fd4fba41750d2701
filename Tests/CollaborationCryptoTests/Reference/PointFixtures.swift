import Testing

@testable import CollaborationCrypto

extension AffinePoint {
    /// A multiple of the generator by the reference.
    ///
    /// Throws for infinity.
    init(generatorTimes k: Int) throws { self = try #require(AffinePoint(ReferenceCurve.smallMultiple(k))) }
}

extension AffinePoint {
    /// The table that a verification fills for its key.
    static func filledTable(ofOddMultiplesOf point: AffinePoint, count: Int) -> ContiguousArray<AffinePoint> {
        var table = ContiguousArray(repeating: point, count: count)
        var multiples = ContiguousArray(repeating: OddMultiple.unused, count: count)
        var tableSpan = table.mutableSpan
        var multiplesSpan = multiples.mutableSpan
        fill(&tableSpan, withOddMultiplesOf: point, using: &multiplesSpan)
        return table
    }
}

extension JacobianPoint {
    /// A point with Z of 1, -1, a small and a pseudorandom number, and with both representations of Z where
    /// there are two.
    ///
    /// Infinity has both representations of zero.
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
        let pseudorandom = FieldElement(
            value: Natural(hex: "9e3779b97f4a7c15 f39cc0605cedc834 1082276bf3a27251 f86c6a11d0c18e95")
        )
        return [JacobianPoint(affine)]
            + [one, -.one, small, smallAgain, pseudorandom].map { JacobianPoint(affine, z: $0) }
    }
}
