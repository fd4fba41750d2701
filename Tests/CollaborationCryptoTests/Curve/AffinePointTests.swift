import Testing

@testable import CollaborationCrypto

@Suite("Affine points")
struct AffinePointTests {
    @Test("The generator and the order are those of SP 800-186")
    func generator() {
        #expect(ReferencePoint(AffinePoint.generator) == ReferenceCurve.generator)
        #expect(Natural(Scalar.order) == ReferenceCurve.n)
    }

    @Test("A point is on the curve exactly when the reference finds a y for its x")
    func isOnCurveAsTheReferenceSays() {
        for x in EdgeNumbers.boundaries.every(4) where x < ReferenceCurve.p {
            let y = ReferenceCurve.y(at: x)
            let point = AffinePoint(x: FieldElement(value: x), y: FieldElement(value: y ?? 1))
            #expect(point.isOnCurve == (y != nil), "x = \(x)")
        }
    }

    @Test("The negative of an affine point is the opposite point", arguments: [1, 2, 3, 20])
    func negation(k: Int) throws {
        let point = try AffinePoint(generatorTimes: k)
        #expect(ReferencePoint(-point) == ReferenceCurve.smallMultiple(-k))
        #expect(-(-point) == point)
    }
}
