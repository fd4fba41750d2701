import Testing

@testable import CollaborationCrypto

@Suite("Point addition")
struct PointAdditionTests {
    /// Multiples of the generator.
    ///
    /// Their pairs include infinity, equal points and opposite points.
    static let multiples = Array(-5...5)

    @Test(
        "Point addition agrees with the reference on equal points, opposite points and infinity",
        arguments: multiples
    ) func addition(a: Int) throws {
        for b in Self.multiples where b != 0 {
            let other = try AffinePoint(generatorTimes: b)
            for (index, form) in JacobianPoint.forms(of: ReferenceCurve.smallMultiple(a)).enumerated() {
                let sum = form.adding(other)
                #expect(ReferencePoint(sum) == ReferenceCurve.smallMultiple(a + b), "\(a) G, form \(index), + \(b) G")
                #expect(sum.isInfinity == (a + b == 0))
            }
        }
    }

    @Test("Point doubling agrees with the reference on every form, also of infinity", arguments: multiples)
    func doubling(k: Int) {
        for (index, form) in JacobianPoint.forms(of: ReferenceCurve.smallMultiple(k)).enumerated() {
            #expect(ReferencePoint(form.doubled) == ReferenceCurve.smallMultiple(2 * k), "\(k) G, form \(index)")
            #expect(form.doubled.isInfinity == (k == 0))
        }
    }

    @Test("Adding to infinity works for every representation of infinity")
    func afterInfinity() throws {
        let (g, other) = (AffinePoint.generator, try AffinePoint(generatorTimes: 7))
        for point in [g, other, -other] {
            let forms = JacobianPoint.forms(of: ReferencePoint(point))
            for infinity in forms.map({ $0.adding(-point) }) + forms.map({ $0.adding(-point).doubled.doubled }) {
                #expect(infinity.isInfinity)
                #expect(infinity.affine == nil)
                #expect(ReferencePoint(infinity.adding(other)) == ReferencePoint(other))
                #expect(ReferencePoint(infinity.adding(other).doubled) == ReferenceCurve.smallMultiple(14))
            }
        }
    }

    /// Points whose x is stored as a number below 2²⁵⁶ - p and so has a second representation.
    static let withTwoForms: [AffinePoint] = (0..<UInt64(40)).compactMap { number in
        let x = FieldElement(montgomery: UInt256(number, 0, 0, 0))
        return AffinePoint.squareOfY(at: x).squareRoot.map { AffinePoint(x: x, y: $0) }
    }

    @Test("Equal and opposite points are recognized in every representation of their coordinates")
    func representations() {
        #expect(Self.withTwoForms.count > 10)
        for point in Self.withTwoForms {
            var twin = point
            twin.x = FieldElement(montgomery: UInt256(Natural(point.x.montgomery) + ReferenceCurve.p))
            let twice = ReferencePoint(point) + ReferencePoint(point)
            for (a, b) in [(point, twin), (twin, point), (twin, twin), (point, point)] {
                for form in [JacobianPoint(a), JacobianPoint(a, z: -.one), JacobianPoint(a, z: a.y)] {
                    #expect(ReferencePoint(form.adding(b)) == twice)
                    #expect(form.adding(-b).isInfinity)
                    #expect((-form).adding(b).isInfinity)
                    #expect(ReferencePoint(form.doubled) == twice)
                }
            }
        }
    }
}
