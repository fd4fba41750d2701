/// A point of the curve in Jacobian coordinates: (X / Z², Y / Z³), and infinity where Z is zero.
///
/// Each coordinate is any representation of its element, as every field operation takes and gives it.
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

    /// The point's two coordinates, or nil for infinity, at the price of an inversion.
    var affine: AffinePoint? {
        guard !isInfinity else { return nil }
        let inverse = z.inverse
        let square = inverse.squared
        return AffinePoint(x: x * square, y: y * square * inverse)
    }
}

extension JacobianPoint {
    /// Adds this point to itself.
    ///
    /// The doubling "dbl-2001-b" of the Explicit-Formulas Database for a = -3, with Z3 as a product and with
    /// X scaled by 1/4, Y by 1/8 and Z by 1/2, which is the same point: 4 multiplications and 4 squarings.
    /// There is no exceptional case: infinity has Z = 0 and keeps it, and no point of a group of odd order
    /// has y = 0.
    ///
    /// Neighbouring steps do not depend on each other where that can be had, so that a processor overlaps
    /// them.
    mutating func double() {
        let delta = z.squaredInline
        let gamma = y.squaredInline
        let product = (x - delta).multipliedInline(by: x + delta)
        let beta = x.multipliedInline(by: gamma)
        let alpha = product + product.halved  // (3 X² - 3 Z⁴) / 2
        z = y.multipliedInline(by: z)
        let alphaSquared = alpha.squaredInline
        let gammaSquared = UInt512(square: gamma.montgomery)
        x = alphaSquared - beta.doubled
        y = alpha.multipliedInline(by: beta - x, minus: gammaSquared)
    }

    /// This point added to itself.
    var doubled: JacobianPoint {
        var result = self
        result.double()
        return result
    }

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

extension JacobianPoint {
    /// Whether this is not infinity and its x coordinate, as an integer below p, is r modulo n.
    ///
    /// Since p < 2n, the coordinate is r, or r + n if that is below p. It is compared as X = x · Z², without
    /// an inversion.
    func hasX(congruentTo r: Scalar) -> Bool {
        guard !isInfinity else { return false }
        let zSquared = z.squared
        if let x = FieldElement(r.integer), x * zSquared == self.x { return true }
        let (sum, carry) = r.integer.addingReportingCarry(Scalar.order)
        guard carry == 0, let x = FieldElement(sum) else { return false }
        return x * zSquared == self.x
    }
}
