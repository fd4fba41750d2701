import Testing

@testable import CollaborationCrypto

/// Three coordinates as the reference computes with them, on the curve or not.
private struct Coordinates: Hashable {
    var x: ReferenceFieldElement
    var y: ReferenceFieldElement
    var z: ReferenceFieldElement

    init(x: ReferenceFieldElement, y: ReferenceFieldElement, z: ReferenceFieldElement) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    init(_ point: JacobianPoint) {
        self.init(
            x: ReferenceFieldElement(point.x),
            y: ReferenceFieldElement(point.y),
            z: ReferenceFieldElement(point.z)
        )
    }

    /// The tangent's point (m² - 8 x y², m (4 x y² - X) - 8 y⁴) over 2 y z, m = 3 (x - z²) (x + z²), with X
    /// scaled by 1/4, Y by 1/8, Z by 1/2.
    var doubled: Coordinates {
        let (ySquared, zSquared) = (y.squared, z.squared)
        let product = (x - zSquared) * (x + zSquared)
        let (m, xy) = (product + product + product, x * ySquared)
        let newX = m.squared - xy.doubled.doubled.doubled
        let newY = m * (xy.doubled.doubled - newX) - ySquared.squared.doubled.doubled.doubled
        return Coordinates(x: newX.halved.halved, y: newY.halved.halved.halved, z: y * z)
    }

    /// The chord's point, with the exceptions where there is no chord.
    func adding(_ x2: ReferenceFieldElement, _ y2: ReferenceFieldElement) -> Coordinates {
        guard !z.isZero else { return Coordinates(x: x2, y: y2, z: .one) }
        let zSquared = z.squared
        let (h, r) = (x2 * zSquared - x, y2 * z * zSquared - y)
        guard !h.isZero else {
            return r.isZero ? doubled : Coordinates(x: .one, y: .one, z: .zero)
        }
        let (hCubed, v) = (h.cubed, x * h.squared)
        let newX = r.squared - hCubed - v.doubled
        return Coordinates(x: newX, y: r * (v - newX) - y * hCubed, z: z * h)
    }
}

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
            return Coordinates(point.doubled) == Coordinates(point).doubled
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
            return Coordinates(point.adding(other))
                == Coordinates(point)
                .adding(ReferenceFieldElement(other.x), ReferenceFieldElement(other.y))
        }
    }
}
