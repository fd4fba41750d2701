/// A point of the curve in extended Jacobian coordinates: the point (X / ZZ, Y / ZZZ) with ZZ³ = ZZZ², or
/// infinity if ZZ is zero.
///
/// These are the "xyzz" coordinates of the Explicit-Formulas Database, by Sutherland. An addition does without
/// the squaring of Z, but a doubling takes one multiplication more than it does with a ``JacobianPoint``. They
/// serve a ``FixedBaseComb``, which adds far more often than it doubles.
struct ExtendedJacobianPoint: Sendable {
    var x: FieldElement
    var y: FieldElement
    var zz: FieldElement
    var zzz: FieldElement

    static let infinity = ExtendedJacobianPoint(x: .one, y: .one, zz: .zero, zzz: .zero)

    @inline(__always)
    var isInfinity: Bool { zz.isZero }

    /// The same point with ZZ as its Z.
    var jacobian: JacobianPoint {
        JacobianPoint(x: x * zz, y: y * zzz, z: zz)
    }
}

extension ExtendedJacobianPoint {
    /// Doubles this point with 6 multiplications and 3 squarings.
    ///
    /// The new X and Y are those of ``JacobianPoint/double()``, by the same steps.
    mutating func double() {
        let gamma = y.squaredInline
        let product = (x - zz).multipliedInline(by: x + zz)
        let beta = x.multipliedInline(by: gamma)
        let alpha = product + product.halved
        zz = zz.multipliedInline(by: gamma)
        zzz = zzz.multipliedInline(by: y.multipliedInline(by: gamma))
        let alphaSquared = alpha.unreducedSquare
        let gammaSquared = UInt512(square: gamma.montgomery)
        x = (alphaSquared - beta - beta).reduced
        y = alpha.unreducedProduct(with: beta - x, minus: gammaSquared).reduced
    }

    /// Adds an affine point with 8 multiplications and 2 squarings.
    ///
    /// The new X and Y are those of ``JacobianPoint/add(_:)``, by the same steps.
    mutating func add(_ other: AffinePoint) {
        guard !isInfinity else {
            self = ExtendedJacobianPoint(x: other.x, y: other.y, zz: .one, zzz: .one)
            return
        }
        let h = (other.x.unreducedProduct(with: zz) - x).reduced
        let r = (other.y.unreducedProduct(with: zzz) - y).reduced
        guard !h.isZero else {
            if r.isZero { double() } else { self = .infinity }
            return
        }
        let hSquared = h.squaredInline
        zz = zz.multipliedInline(by: hSquared)
        let hCubed = h.multipliedInline(by: hSquared)
        zzz = zzz.multipliedInline(by: hCubed)
        let v = x.multipliedInline(by: hSquared)
        let rSquared = r.unreducedSquare
        let yTimesHCubed = UInt512(product: y.montgomery, hCubed.montgomery)
        x = (rSquared - hCubed - v - v).reduced
        y = r.unreducedProduct(with: v - x, minus: yTimesHCubed).reduced
    }
}
