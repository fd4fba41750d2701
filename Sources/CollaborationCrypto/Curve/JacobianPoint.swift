/// A point of the curve in Jacobian coordinates: the point (X / Z², Y / Z³), or infinity if Z is zero.
///
/// A coordinate may be any representation of its element, as in every field operation.
struct JacobianPoint: Sendable {
    var x: FieldElement
    var y: FieldElement
    var z: FieldElement

    static let infinity = JacobianPoint(x: .one, y: .one, z: .zero)
}

extension JacobianPoint {
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
    /// scaled by 1/4, Y by 1/8 and Z by 1/2, which gives the same point; so alpha is halved. There is no
    /// exceptional case: for infinity Z stays 0, and no point has y = 0, since the order of the group is odd.
    ///
    /// Independent steps stand next to each other where possible, so that a processor overlaps them.
    mutating func double() {
        let delta = z.squaredInline  // delta = Z1²
        let gamma = y.squaredInline  // gamma = Y1²
        let product = (x - delta).multipliedInline(by: x + delta)
        let beta = x.multipliedInline(by: gamma)  // beta = X1 · gamma
        let alpha = product + product.halved  // alpha = 3 · (X1 - delta) · (X1 + delta), halved
        z = y.multipliedInline(by: z)  // Z3 = (Y1 + Z1)² - gamma - delta, halved: Y1 · Z1
        let alphaSquared = alpha.unreducedSquare
        let gammaSquared = UInt512(square: gamma.montgomery)
        x = (alphaSquared - beta - beta).reduced  // X3 = alpha² - 8 · beta
        // Y3 = alpha · (4 · beta - X3) - 8 · gamma²
        y = alpha.unreducedProduct(with: beta - x, minus: gammaSquared).reduced
    }

    /// Twice this point.
    var doubled: JacobianPoint {
        var result = self
        result.double()
        return result
    }

    /// Adds an affine point (X2, Y2) with 8 multiplications and 3 squarings.
    ///
    /// This is "madd" of the Explicit-Formulas Database, by Cohen, Miyaji and Ono. If H = 0, both points have
    /// the same x: they are equal if r = 0 too, and opposite otherwise.
    mutating func add(_ other: AffinePoint) {
        guard !isInfinity else {
            self = JacobianPoint(other)
            return
        }
        let zz = z.squaredInline  // Z1Z1 = Z1²
        let h = (other.x.unreducedProduct(with: zz) - x).reduced  // H = X2 · Z1Z1 - X1
        let zzz = z.multipliedInline(by: zz)
        let r = (other.y.unreducedProduct(with: zzz) - y).reduced  // r = Y2 · Z1 · Z1Z1 - Y1
        guard !h.isZero else {
            if r.isZero { double() } else { self = .infinity }
            return
        }
        let hh = h.squaredInline  // HH = H²
        z = z.multipliedInline(by: h)  // Z3 = Z1 · H
        let hhh = h.multipliedInline(by: hh)  // HHH = H · HH
        let v = x.multipliedInline(by: hh)  // V = X1 · HH
        let rr = r.unreducedSquare
        let yTimesHHH = UInt512(product: y.montgomery, hhh.montgomery)
        x = (rr - hhh - v - v).reduced  // X3 = r² - HHH - 2 · V
        y = r.unreducedProduct(with: v - x, minus: yTimesHHH).reduced  // Y3 = r · (V - X3) - Y1 · HHH
    }

    /// Returns the sum with an affine point.
    func adding(_ other: AffinePoint) -> JacobianPoint {
        var result = self
        result.add(other)
        return result
    }
}

extension JacobianPoint {
    /// Returns whether the x coordinate, as an integer below p, is congruent to r modulo n; false for infinity.
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
