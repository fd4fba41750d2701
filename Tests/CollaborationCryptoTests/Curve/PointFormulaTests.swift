import Testing

@testable import CollaborationCrypto

/// Doubling and addition are polynomials, so they can be compared with the reference on coordinates of edge
/// limbs, which are not on the curve.
@Suite("Point formulas on any coordinates")
struct PointFormulaTests {
    @Test("The doubling formula agrees with the reference on coordinates of edge limbs")
    func doubling() {
        EdgeSequence().check { step in
            let point = JacobianPoint(step)
            return ReferenceCoordinates(point.doubled) == ReferenceCoordinates(point).doubled
        }
    }

    @Test("The addition formula agrees with the reference on coordinates of edge limbs")
    func addition() {
        EdgeSequence().check { step in
            let (point, other) = (JacobianPoint(step), AffinePoint(step))
            return ReferenceCoordinates(point.adding(other))
                == ReferenceCoordinates(point)
                .adding(other)
        }
    }
}
