@testable import CollaborationCrypto

/// The three coordinates of a ``JacobianPoint`` in the reference, on the curve or not.
struct ReferenceCoordinates: Hashable {
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
    var doubled: ReferenceCoordinates {
        let (ySquared, zSquared) = (y.squared, z.squared)
        let product = (x - zSquared) * (x + zSquared)
        let (m, xy) = (product.tripled, x * ySquared)
        let newX = m.squared - xy.doubled.doubled.doubled
        let newY = m * (xy.doubled.doubled - newX) - ySquared.squared.doubled.doubled.doubled
        return ReferenceCoordinates(x: newX.halved.halved, y: newY.halved.halved.halved, z: y * z)
    }

    /// The sum by the chord, with the exceptional cases where there is no chord.
    func adding(_ other: AffinePoint) -> ReferenceCoordinates {
        let (x2, y2) = (ReferenceFieldElement(other.x), ReferenceFieldElement(other.y))
        guard !z.isZero else { return ReferenceCoordinates(x: x2, y: y2, z: .one) }
        let zSquared = z.squared
        let (h, r) = (x2 * zSquared - x, y2 * z * zSquared - y)
        guard !h.isZero else {
            return r.isZero ? doubled : ReferenceCoordinates(x: .one, y: .one, z: .zero)
        }
        let (hCubed, v) = (h.cubed, x * h.squared)
        let newX = r.squared - hCubed - v.doubled
        return ReferenceCoordinates(x: newX, y: r * (v - newX) - y * hCubed, z: z * h)
    }
}
