/// A point of the curve in Jacobian coordinates: the point (X / Z², Y / Z³), or infinity if Z is zero.
///
/// A coordinate may be any representation of its element, as in every field operation.
struct JacobianPoint: Sendable {
    var x: FieldElement
    var y: FieldElement
    var z: FieldElement

    static let infinity = JacobianPoint(x: .one, y: .one, z: .zero)

    @inline(__always)
    init(x: FieldElement, y: FieldElement, z: FieldElement) {
        self.x = x
        self.y = y
        self.z = z
    }

    @inline(__always)
    init(_ point: AffinePoint) {
        self.init(x: point.x, y: point.y, z: .one)
    }

    @inline(__always)
    var isInfinity: Bool { z.isZero }

    /// The affine coordinates, or nil for infinity.
    ///
    /// Takes an inversion.
    var affine: AffinePoint? {
        guard !isInfinity else { return nil }
        let inverse = z.inverse
        let square = inverse.squared
        return AffinePoint(x: x * square, y: y * square * inverse)
    }
}

extension JacobianPoint {
    /// Doubles this point with 4 multiplications and 4 squarings.
    ///
    /// This is "dbl-2001-b" of the Explicit-Formulas Database for a = -3, with Z3 computed as a product. X is
    /// scaled by 1/4, Y by 1/8 and Z by 1/2, which gives the same point. There is no exceptional case: for
    /// infinity Z stays 0, and no point has y = 0, since the order of the group is odd.
    ///
    /// Independent steps stand next to each other where possible, so that a processor overlaps them.
    mutating func double() {
        let delta = z.squaredInline
        let gamma = y.squaredInline
        let product = (x - delta).multipliedInline(by: x + delta)
        let beta = x.multipliedInline(by: gamma)
        let alpha = product + product.halved  // (3 X² - 3 Z⁴) / 2
        z = y.multipliedInline(by: z)
        let alphaSquared = alpha.unreducedSquare
        let gammaSquared = UInt512(square: gamma.montgomery)
        x = (alphaSquared - beta - beta).reduced
        y = alpha.unreducedProduct(with: beta - x, minus: gammaSquared).reduced
    }

    /// Twice this point.
    var doubled: JacobianPoint {
        var result = self
        result.double()
        return result
    }

    /// Adds an affine point with 8 multiplications and 3 squarings.
    ///
    /// This is "madd" of the Explicit-Formulas Database, by Cohen, Miyaji and Ono. If h = 0, both points have
    /// the same x: they are equal if r = 0 too, and opposite otherwise.
    mutating func add(_ other: AffinePoint) {
        guard !isInfinity else {
            self = JacobianPoint(other)
            return
        }
        let zSquared = z.squaredInline
        let h = (other.x.unreducedProduct(with: zSquared) - x).reduced
        let r = (other.y.unreducedProduct(with: z.multipliedInline(by: zSquared)) - y).reduced
        guard !h.isZero else {
            if r.isZero { double() } else { self = .infinity }
            return
        }
        let hSquared = h.squaredInline
        z = z.multipliedInline(by: h)
        let hCubed = h.multipliedInline(by: hSquared)
        let v = x.multipliedInline(by: hSquared)
        let rSquared = r.unreducedSquare
        let yTimesHCubed = UInt512(product: y.montgomery, hCubed.montgomery)
        x = (rSquared - hCubed - v - v).reduced
        y = r.unreducedProduct(with: v - x, minus: yTimesHCubed).reduced
    }

    /// Returns the sum with an affine point.
    func adding(_ other: AffinePoint) -> JacobianPoint {
        var result = self
        result.add(other)
        return result
    }
}

extension JacobianPoint {
    /// Returns whether the x coordinate, as an integer below p, is congruent to r modulo n; false for
    /// infinity.
    ///
    /// Since p < 2n, the coordinate is r, or r + n if that is below p. The comparison is x · Z² = X, which
    /// needs no inversion.
    func hasX(congruentTo r: Scalar) -> Bool {
        guard !isInfinity else { return false }
        let zSquared = z.squared
        if let x = FieldElement(r.integer), x * zSquared == self.x { return true }
        let (sum, carry) = r.integer.addingReportingCarry(Scalar.order)
        guard carry == 0, let x = FieldElement(sum) else { return false }
        return x * zSquared == self.x
    }
}
