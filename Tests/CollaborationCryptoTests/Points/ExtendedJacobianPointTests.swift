import Testing

@testable import CollaborationCrypto

/// The X and Y of extended Jacobian coordinates are those of Jacobian coordinates after the same steps, and
/// ZZ and ZZZ are the powers of their Z.
///
/// Other suites compare Jacobian coordinates with the reference.
@Suite("Extended Jacobian coordinates")
struct ExtendedJacobianPointTests {
    @Test("Doubling gives the coordinates of Jacobian doubling for coordinates of edge limbs")
    func doubling() {
        EdgeSequence().check { step in
            let point = JacobianPoint(step)
            return ExtendedJacobianPoint(point).doubled.isExtension(of: point.doubled)
        }
    }

    @Test("Addition gives the coordinates of Jacobian addition for coordinates of edge limbs")
    func addition() {
        EdgeSequence().check { step in
            let (point, other) = (JacobianPoint(step), AffinePoint(step))
            return ExtendedJacobianPoint(point).adding(other).isExtension(of: point.adding(other))
        }
    }

    @Test(
        "Addition in extended coordinates is correct for equal points, opposite points and infinity",
        arguments: PointAdditionTests.multiples
    )
    func exceptional(a: Int) throws {
        for b in PointAdditionTests.multiples where b != 0 {
            let other = try AffinePoint(generatorTimes: b)
            for form in JacobianPoint.forms(of: ReferenceCurve.smallMultiple(a)) {
                let sum = ExtendedJacobianPoint(form).adding(other)
                #expect(ReferencePoint(sum.jacobian) == ReferenceCurve.smallMultiple(a + b), "\(a) + \(b)")
                #expect(sum.isInfinity == (a + b == 0), "\(a) + \(b)")
            }
        }
    }

    @Test("Infinity is recognized in both representations of zero, and stays infinity when doubled")
    func infinity() {
        let p = FieldElement(montgomery: UInt256(ReferenceCurve.p))
        for zero in [FieldElement.zero, p] {
            let infinity = ExtendedJacobianPoint(x: .one, y: .one, zz: zero, zzz: zero)
            #expect(infinity.isInfinity && infinity.doubled.isInfinity && infinity.jacobian.isInfinity)
            #expect(infinity.adding(.generator).jacobian.affine == .generator)
        }
    }
}
