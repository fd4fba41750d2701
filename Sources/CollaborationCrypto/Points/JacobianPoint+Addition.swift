extension JacobianPoint {
    /// Adds an affine point: 8 multiplications and 3 squarings.
    ///
    /// "madd" of the Explicit-Formulas Database, as Cohen, Miyaji and Ono give it. With h = 0 the points
    /// share x: they are equal if r = 0 as well, and opposite otherwise.
    mutating func add(_ other: AffinePoint) {
        guard !isInfinity else {
            self = JacobianPoint(other)
            return
        }
        let zSquared = z.squaredInline
        let h = other.x.multipliedInline(by: zSquared) - x
        let r = other.y.multipliedInline(by: z.multipliedInline(by: zSquared)) - y
        guard !h.isZero else {
            if r.isZero { double() } else { self = .infinity }
            return
        }
        let hSquared = h.squaredInline
        z = z.multipliedInline(by: h)
        let hCubed = h.multipliedInline(by: hSquared)
        let v = x.multipliedInline(by: hSquared)
        let rSquared = r.squaredInline
        let yTimesHCubed = UInt512(product: y.montgomery, hCubed.montgomery)
        x = rSquared - hCubed - v.doubled
        y = r.multipliedInline(by: v - x, minus: yTimesHCubed)
    }

    /// The sum with an affine point.
    func adding(_ other: AffinePoint) -> JacobianPoint {
        var result = self
        result.add(other)
        return result
    }
}
