/// A point in Jacobian coordinates that is added many times: with Z² and Z³ kept.
struct CachedPoint: Sendable {
    var point: JacobianPoint
    var zSquared: FieldElement
    var zCubed: FieldElement

    init(_ point: JacobianPoint) {
        self.point = point
        zSquared = point.z.squared
        zCubed = zSquared * point.z
    }
}

extension JacobianPoint {
    /// The sum with an affine point: 8 multiplications and 3 squarings.
    ///
    /// "madd" of the Explicit-Formulas Database, as Cohen, Miyaji and Ono give it.
    func adding(_ other: AffinePoint) -> JacobianPoint {
        guard !isInfinity else { return JacobianPoint(other) }
        let z1z1 = z.squared
        let u2 = other.x * z1z1
        let s2 = other.y * (z * z1z1)
        return sum(u1: x, s1: y, h: u2 - x, r: s2 - y) { z * $0 }
    }

    /// The sum with another point: 11 multiplications and 3 squarings.
    func adding(_ other: CachedPoint) -> JacobianPoint {
        guard !isInfinity else { return other.point }
        guard !other.point.isInfinity else { return self }
        let z1z1 = z.squared
        let u1 = x * other.zSquared
        let s1 = y * other.zCubed
        let u2 = other.point.x * z1z1
        let s2 = other.point.y * (z * z1z1)
        return sum(u1: u1, s1: s1, h: u2 - u1, r: s2 - s1) { z * other.point.z * $0 }
    }

    /// The end that both additions share, from the terms over a common denominator: x = u1 and y = s1 for this point,
    /// u1 + h and s1 + r for the other.
    ///
    /// Neither point is infinity. With h = 0 they share x: they are equal if r = 0 and opposite otherwise.
    @inline(__always)
    private func sum(
        u1: FieldElement,
        s1: FieldElement,
        h: FieldElement,
        r: FieldElement,
        z3: (FieldElement) -> FieldElement
    ) -> JacobianPoint {
        guard !h.isZero else { return r.isZero ? doubled : .infinity }
        let hh = h.squared
        let hhh = h * hh
        let v = u1 * hh
        let x3 = r.squared - hhh - v.doubled
        let y3 = r * (v - x3) - s1 * hhh
        return JacobianPoint(x: x3, y: y3, z: z3(h))
    }
}

extension CachedPoint {
    static prefix func - (cached: CachedPoint) -> CachedPoint {
        var negative = cached
        negative.point = -cached.point
        return negative
    }
}
