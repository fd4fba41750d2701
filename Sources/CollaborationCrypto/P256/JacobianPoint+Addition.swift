extension JacobianPoint {
    /// Adds an affine point: 8 multiplications and 3 squarings.
    ///
    /// "madd" of the Explicit-Formulas Database, as Cohen, Miyaji and Ono give it. With h = 0 the points share x: they are
    /// equal if r = 0 as well, and opposite otherwise.
    mutating func add(_ other: AffinePoint) {
        guard !isInfinity else {
            self = JacobianPoint(other)
            return
        }
        let zSquared = z.squared
        let h = other.x * zSquared - x
        let r = other.y * (z * zSquared) - y
        guard !h.isZero else {
            if r.isZero { double() } else { self = .infinity }
            return
        }
        let hSquared = h.squared
        z = z * h
        let hCubed = h * hSquared
        let v = x * hSquared
        let rSquared = r.squared
        let yTimesHCubed = UInt512(product: y.montgomery, hCubed.montgomery)
        x = rSquared - hCubed - v.doubled
        y = FieldElement.product(r, v - x, minus: yTimesHCubed)
    }

    /// The sum with an affine point.
    func adding(_ other: AffinePoint) -> JacobianPoint {
        var result = self
        result.add(other)
        return result
    }
}
