import Testing

@testable import CollaborationCrypto

/// Doubling and addition are polynomials, which hold for any coordinates: here of edge limbs, which are not
/// on the curve.
@Suite("The formulas of doubling and addition, on any coordinates")
struct PointFormulaTests {
    @Test("double as the reference does")
    func doubling() {
        EdgeWalk().check { step in
            let point = JacobianPoint(
                x: FieldElement(montgomery: step.a),
                y: FieldElement(montgomery: step.b),
                z: FieldElement(montgomery: step.c)
            )
            return ReferenceCoordinates(point.doubled) == ReferenceCoordinates(point).doubled
        }
    }

    @Test("add as the reference does")
    func addition() {
        EdgeWalk().check { step in
            let point = JacobianPoint(
                x: FieldElement(montgomery: step.a),
                y: FieldElement(montgomery: step.b),
                z: FieldElement(montgomery: step.c)
            )
            let other = AffinePoint(
                x: FieldElement(montgomery: step.d),
                y: FieldElement(montgomery: step.e)
            )
            return ReferenceCoordinates(point.adding(other))
                == ReferenceCoordinates(point)
                .adding(other)
        }
    }
}
